import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Day } from '#src/ui/day.tsx';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { sayActivity, sayActor } from './activity-words.ts';
import styles from './dashboard.module.css';

const size = limits.pageDefault;

/** What happened here lately: who did what, and when. */
export function ActivityList({ api }: { api: ApiClient }) {
  const trail = useKeysetTrail();
  const titleId = useId();
  const { after } = trail;
  const answer = useKeyedList(api, dashboardEndpoints.listActivity, { after, size }, {});
  const { status, value, busy, reload } = answer;
  const { earlier, later } = trail.pages({ next: value?.next ?? null, busy });

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        Recent activity
      </Title>
      {(status === 'unreachable' || status === 'failed') && (
        <Group role="alert">
          <Text c="dimmed">
            {status === 'failed'
              ? 'This could not be fetched.'
              : `${cannotBeReached} This shows up here later.`}
          </Text>
          <Button size="compact-md" variant="default" loading={busy} onClick={reload}>
            Try again
          </Button>
        </Group>
      )}
      {status === 'loading' && (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          {[0, 1, 2].map((place) => (
            <Skeleton key={place} height={20} width="70%" aria-hidden />
          ))}
        </>
      )}
      {value?.results.length === 0 && <Text c="dimmed">Nothing in the last ninety days.</Text>}
      {value !== null && value.results.length > 0 && (
        <ol className={styles.activity} aria-busy={busy}>
          {value.results.map((activity) => (
            <li key={`${activity.at} ${activity.action} ${activity.actor?.id ?? ''}`}>
              <span className={styles.deed}>
                <Text span fw={600}>
                  <bdi>{sayActor(activity)}</bdi>
                </Text>{' '}
                <bdi>{sayActivity(activity)}</bdi>
              </span>
              <Day at={activity.at} />
            </li>
          ))}
        </ol>
      )}
      {value !== null && (after !== null || value.next !== null) && (
        <Group gap="sm">
          <Button variant="default" disabled={!earlier} onClick={earlier}>
            Newer
          </Button>
          <Button variant="default" disabled={!later} onClick={later}>
            Older
          </Button>
        </Group>
      )}
    </section>
  );
}
