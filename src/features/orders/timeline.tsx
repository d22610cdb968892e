import { Text, Title } from '@mantine/core';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { Since } from '#src/ui/since.tsx';
import { eventText } from './orders.words.ts';
import styles from './orders.module.css';

/** What happened so far, the latest last. */
export function Timeline({ events }: Pick<TrackedOrder, 'events'>) {
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
              <Since at={happened_at} />
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
