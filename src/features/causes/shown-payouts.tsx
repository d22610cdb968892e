import { Text } from '@mantine/core';
import type { ShownPayout } from '#contract/causes/payouts.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { sayDate } from '#src/lib/days.ts';
import { ProofLink } from './proof-link.tsx';
import styles from './causes.module.css';

/** Money that was sent to a cause, as everybody may know it: the latest first. */
export function ShownPayouts({ payouts, label }: { payouts: readonly ShownPayout[]; label?: string }) {
  return (
    <ol className={styles.updates} aria-label={label}>
      {payouts.map(({ id, sent_on, proof, note, ...money }) => {
        const sum = moneyText(money);
        return (
          <li key={id} className={styles.update}>
            <Text fw={600}>{proof === null ? `${sum} is on its way` : `${sum} arrived`}</Text>
            <Text c="dimmed">
              Sent on <time dateTime={sent_on}>{sayDate(sent_on)}</time>
            </Text>
            {proof && <ProofLink proof={proof} note={note} of={sum} />}
          </li>
        );
      })}
    </ol>
  );
}
