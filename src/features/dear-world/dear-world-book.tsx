import { Button, Skeleton } from '@mantine/core';
import { goalNames } from '#src/lib/goals.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { EmptyShelfIllustration, NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { FlippingPages, type ReadAloudSlot } from './flipping-pages.tsx';
import { useEdition } from './use-edition.ts';
import styles from './dear-world.module.css';

const goalChoices = goalNames.map((name, place) => ({
  value: String(place + 1),
  label: `${place + 1} ${name}`,
}));

function numberIn(text: string | null, least: number, most: number): number | null {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= least && number <= most ? number : null;
}

function nothingThere({ goal, message }: { goal: number | null; message: string | null }) {
  if (message !== null)
    return { title: 'This message is not in the book', text: 'It was taken back, or chosen no more.' };
  if (goal !== null)
    return { title: 'No message is about this goal yet', text: 'Please choose another goal.' };
  return { title: 'No message is here now', text: 'Please look at another year.' };
}

interface DearWorldBookProps {
  /** Reads words of the page aloud, from another feature. */
  readAloud: ReadAloudSlot;
  api?: ApiClient;
}

/** The book with messages of children to the world: an edition a year, which one flips page by page. `?year=&goal=`, or one of them: `?message=` */
export function DearWorldBook({ readAloud, api = apiClient }: DearWorldBookProps) {
  const [address, setAddress] = useAddress();
  const year = numberIn(address.get('year'), 2020, 2200);
  const goal = numberIn(address.get('goal'), 1, 17);
  const message = address.get('message');
  const { answer, messages, hasMore, isReading, readMore } = useEdition(api, { year, goal, message });
  const { status, value, busy, isGone, reload } = answer;
  const ask = (parts: { year?: string | null; goal?: string | null; message?: null }) =>
    setAddress(withParts(parts), { replace: true, preventScrollReset: true });
  if (value === null)
    return status === 'loading' ? (
      <Skeleton height={360} role="status" aria-label="The messages are being looked for" />
    ) : (
      <AnswerMissing
        status={status === 'unreachable' ? 'unreachable' : 'failed'}
        busy={busy}
        isGone={isGone}
        failed="The messages could not be fetched"
        unreachable={`Messages of children show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (value.years.length === 0)
    return (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="The first edition is not here yet"
        text="It comes when the editors have chosen its first messages. Children can write theirs now."
      />
    );
  const years = [...new Set([...(year === null ? [] : [year]), ...value.years])].map(String);
  return (
    <section aria-label={`Dear World ${value.year ?? ''}`.trim()} className={styles.book} aria-busy={busy}>
      <div className={styles.choices}>
        {years.length > 1 && (
          <ListFilter
            label="Year"
            any="The latest"
            value={year === null ? null : String(year)}
            choices={years.map((each) => ({ value: each, label: each }))}
            onChange={(chosen) => ask({ year: chosen, message: null })}
          />
        )}
        <ListFilter
          label="Goal"
          any="All goals"
          value={goal === null ? null : String(goal)}
          choices={goalChoices}
          onChange={(chosen) => ask({ goal: chosen, message: null })}
        />
      </div>
      {messages.length === 0 ? (
        <EmptyState
          picture={<NothingFoundIllustration />}
          {...nothingThere({ goal, message })}
          action={
            <Button variant="default" onClick={() => ask({ year: null, goal: null, message: null })}>
              Show all messages
            </Button>
          }
        />
      ) : (
        <FlippingPages
          key={`${value.year} ${goal}`}
          messages={messages}
          hasMore={hasMore}
          isReading={isReading}
          readMore={readMore}
          readAloud={readAloud}
        />
      )}
    </section>
  );
}
