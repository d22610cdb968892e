import { Text, Title } from '@mantine/core';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { saySince, sayInFull, useNow } from '#src/ui/moments.ts';
import { eventText } from './orders.words.ts';
import styles from './orders.module.css';

/** What happened so far, the latest last. */
export function Timeline({ events }: Pick<TrackedOrder, 'events'>) {
  const now = useNow();
  return (
    <section className={styles.card} aria-labelledby="timeline">
      <Title order={2} size="h3" id="timeline">
        What happened
      </Title>
      <ol className={styles.timeline}>
        {events.map(({ kind, happened_at }) => (
          <li key={`${kind} ${happened_at}`}>
            {eventText(kind)}
            <Text c="dimmed">
              <time dateTime={happened_at} title={sayInFull(happened_at)}>
                {saySince(happened_at, now)}
              </time>
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
