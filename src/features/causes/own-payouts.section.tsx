import { Group, Text } from '@mantine/core';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import type { PayoutPart } from '#contract/causes/payouts.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardList, CardRow, WaitingCards } from '#src/ui/card-list.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { useOwnTrail } from '#src/ui/keyset-trail.ts';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { payoutStateWords, payoutTitle } from './payouts.words.ts';
import { ProofLink } from './proof-link.tsx';

const size = 20;

function Part({ part }: { part: PayoutPart }) {
  const { state, sent_on, proof, note } = part;
  return (
    <CardRow>
      <Text fw={600}>
        <bdi>{payoutTitle(part)}</bdi>
      </Text>
      <Text>{state === 'prepared' ? 'It is transferred soon' : payoutStateWords[state]}</Text>
      {sent_on !== null && (
        <Text size="sm" c="dimmed">
          Sent on <time dateTime={sent_on}>{sayDate(sent_on)}</time>
        </Text>
      )}
      {proof && <ProofLink proof={proof} note={note} of={payoutTitle(part)} />}
    </CardRow>
  );
}

interface OwnPayoutsProps {
  /** Left out: of all causes, and those to the school itself. */
  causeId?: string;
  api?: ApiClient;
}

/** What of the platform's payouts is of the shares of this school. */
export function OwnPayoutsSection({ causeId, api = apiClient }: OwnPayoutsProps) {
  const trail = useOwnTrail();
  const wanted = causeId === undefined ? {} : { cause_id: causeId };
  const answer = useKeyedList(api, payoutEndpoints.listOwn, { after: trail.after, size }, wanted);
  const { value, status, busy, isGone, reload } = answer;
  const pager = useKeysetPages(answer, trail, size);
  if (value === null)
    return status === 'unreachable' || status === 'failed' ? (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The payouts could not be fetched"
        unreachable={`They show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    ) : (
      <WaitingCards />
    );
  if (value.count === 0)
    return causeId === undefined ? (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="Nothing was paid out yet"
        text="The platform pays out what was raised. A share is held for 14 days, a printed book’s from when it was made."
      />
    ) : (
      <Text>Nothing was paid out yet.</Text>
    );
  return (
    <>
      <PracticeBand is_test={value.results.some(({ is_test }) => is_test)} />
      <CardList label="Payouts" busy={busy}>
        {value.results.map((part) => (
          <Part key={part.payout_id} part={part} />
        ))}
      </CardList>
      <Group>
        <KeysetPager {...pager} noun={['payout', 'payouts']} />
      </Group>
    </>
  );
}
