import { Text } from '@mantine/core';
import { progressOf } from '#contract/causes/causes.rules.ts';
import type { ListedCause } from '#contract/causes/causes.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { counted } from '#src/lib/counted.ts';
import styles from './causes.module.css';

/** A sum in each currency: "€14.20 and $9.00"; nothing where all are 0. */
export function sumText<Key extends string>(
  sums: readonly (Readonly<Record<Key, number>> & { currency: string })[],
  key: Key,
): string {
  const texts = sums
    .filter((sum) => sum[key] > 0)
    .map((sum) => moneyText({ amount: sum[key], currency: sum.currency }));
  return texts.join(' and ');
}

/** What was raised in each currency. */
export const raisedText = (sums: readonly { currency: string; raised: number }[]) => sumText(sums, 'raised');

/** How far a cause is, with a bar where it has a goal. Another currency than the goal's is told and not counted into the bar. */
export function GoalBar({ cause }: { cause: Pick<ListedCause, 'goal' | 'sums' | 'name'> }) {
  const { goal, sums, name } = cause;
  const progress = progressOf(cause);
  const raised = raisedText(sums);
  const copies = sums.reduce((sum, each) => sum + each.copies, 0);
  const paidOut = sumText(sums, 'paid_out');
  const goalText = goal && moneyText(goal);
  return (
    <div className={styles.goal}>
      {progress !== null && (
        <progress
          className={styles.bar}
          value={Math.round(progress * 100)}
          max={100}
          aria-label={`Raised for ${name}`}
          aria-valuetext={`${Math.floor(progress * 100)} % of ${goalText ?? ''}`}
        />
      )}
      <Text fw={600}>
        {raised === '' ? 'Nothing raised yet' : `${raised} raised`}
        {goalText !== null && <Text span c="dimmed">{` of ${goalText}`}</Text>}
      </Text>
      {paidOut !== '' && <Text>{paidOut} sent to it so far</Text>}
      {copies > 0 && <Text c="dimmed">{counted(copies, 'book or gift', 'books and gifts')}</Text>}
    </div>
  );
}
