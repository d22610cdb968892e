import { Button, Group, Text } from '@mantine/core';
import type { Payout } from '#contract/causes/payouts.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDate } from '#src/lib/days.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { payoutStateWords, payoutTitle } from './payouts.words.ts';
import { ProofLink } from './proof-link.tsx';

/** What staff of the platform do with a payout. */
export type PayoutAct = 'send' | 'prove' | 'cancel';

const acts: Readonly<Record<Payout['state'], readonly (readonly [PayoutAct, string])[]>> = {
  collecting: [],
  prepared: [
    ['send', 'Record the transfer…'],
    ['cancel', 'Cancel…'],
  ],
  sent: [['prove', 'Add the proof…']],
  proved: [['prove', 'Replace the proof…']],
  cancelled: [],
};

interface PayoutListProps {
  payouts: readonly Payout[];
  busy: boolean;
  onAct: (payout: Payout, act: PayoutAct) => void;
}

function PayoutRow({ payout, onAct }: { payout: Payout; onAct: PayoutListProps['onAct'] }) {
  const { state, to, schools, sent_on, bank_reference, proof, note, made_by } = payout;
  const title = payoutTitle(payout);
  return (
    <CardRow
      waiting={state === 'prepared' || state === 'sent'}
      actions={
        acts[state].length > 0 && (
          <Group gap="sm">
            {acts[state].map(([act, label]) => (
              <Button
                key={act}
                variant="default"
                aria-label={`${label.replace('…', '')}: ${title}`}
                onClick={() => onAct(payout, act)}
              >
                {label}
              </Button>
            ))}
          </Group>
        )
      }
    >
      <Text fw={600} dir="auto">
        {title}
      </Text>
      <Text>{payoutStateWords[state]}</Text>
      <Text size="sm" c="dimmed">
        {to.kind === 'cause' && `Of ${counted(schools, 'school', 'schools')}, `}prepared by{' '}
        <bdi>{made_by}</bdi>
        {sent_on !== null && (
          <>
            , sent on <time dateTime={sent_on}>{sayDate(sent_on)}</time>, reference{' '}
            <bdi>{bank_reference}</bdi>
          </>
        )}
      </Text>
      {proof && <ProofLink proof={proof} note={note} of={title} />}
    </CardRow>
  );
}

/** Payouts, the latest first. */
export function PayoutList({ payouts, busy, onAct }: PayoutListProps) {
  if (payouts.length === 0) return <Text>Nothing was paid out yet.</Text>;
  return (
    <CardList label="Payouts" busy={busy}>
      {payouts.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} onAct={onAct} />
      ))}
    </CardList>
  );
}
