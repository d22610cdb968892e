import { Text } from '@mantine/core';
import type { CauseUpdate } from '#contract/causes/causes.schema.ts';
import { Since } from '#src/ui/since.tsx';
import { ShownPayouts } from './shown-payouts.tsx';
import styles from './causes.module.css';

/** What happened with the money, the latest first. */
export function Updates({ updates }: { updates: readonly CauseUpdate[] }) {
  return (
    <ol className={styles.updates}>
      {updates.map(({ id, text, picture, payout, created_at }) => (
        <li key={id} className={styles.update}>
          <Text c="dimmed">
            <Since at={created_at} />
          </Text>
          <p dir="auto">{text}</p>
          {payout && <ShownPayouts payouts={[payout]} />}
          {picture !== null && (
            <img src={picture} alt="Sent with this update" className={styles.picture} loading="lazy" />
          )}
        </li>
      ))}
    </ol>
  );
}
