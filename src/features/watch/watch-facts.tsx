import { Text } from '@mantine/core';
import type { WatchItem, WatchRow } from '#contract/monitoring/monitoring.schema.ts';
import { sayDay, saySince, useNow } from '#src/ui/moments.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import { watchDecisionWords, watchReasonWords } from './watch.words.ts';
import styles from './watch.module.css';

/** Why a work is in monitoring, the weightiest first, each with what it weighs. */
export function ReasonList({ reasons }: Pick<WatchRow, 'reasons'>) {
  if (reasons.length === 0) return <>Nothing new</>;
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ reason, weight }) => (
        <li key={reason}>
          {watchReasonWords[reason]} <span className={styles.weight}>{weight}</span>
        </li>
      ))}
    </ul>
  );
}

/** By when a decision is promised; what is late is red, and says so. */
export function DueBy({ row: { due_at, is_overdue, asked_at } }: { row: WatchRow | WatchItem }) {
  const now = useNow();
  if (due_at === null) return <>–</>;
  if (is_overdue) return <StateMark good={false} text={`Overdue since ${saySince(due_at, now)}`} />;
  return (
    <div className={styles.words}>
      <span>{saySince(due_at, now)}</span>
      {asked_at !== null && (
        <Text span size="sm" c="dimmed">
          Asked {sayDay(asked_at, now)}
        </Text>
      )}
    </div>
  );
}

export function DecidedWhen({ row: { decision, decided_at } }: { row: WatchRow }) {
  const now = useNow();
  return (
    <>
      {decision === null ? 'Nothing left to decide' : watchDecisionWords[decision]}
      {decided_at !== null && `, ${sayDay(decided_at, now)}`}
    </>
  );
}
