import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useCallback, useId } from 'react';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useListState } from '#src/ui/list-state.ts';
import { sayDay, sayInFull, useNow } from '#src/ui/moments.ts';
import { sayActivity, sayActor } from './activity-words.ts';
import styles from './dashboard.module.css';

const latestFirst = { key: 'at', descending: true };
const keys = [latestFirst.key];
const pageSize = limits.pageDefault;

/** What happened here lately: who did what, and when. */
export function ActivityList({ api }: { api: ApiClient }) {
  const { page, goTo } = useListState(keys, latestFirst);
  const now = useNow();
  const titleId = useId();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        dashboardEndpoints.listActivity,
        { query: { limit: pageSize, offset: (page - 1) * pageSize } },
        { signal },
      ),
    [api, page],
  );
  const { status, value, busy, reload } = useAnswer(load);

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
              <time dateTime={activity.at} title={sayInFull(activity.at)}>
                {sayDay(activity.at, now)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {value !== null && (page > 1 || value.next !== null) && (
        <Group gap="sm">
          <Button variant="default" disabled={page === 1} onClick={() => goTo(page - 1)}>
            Newer
          </Button>
          <Button variant="default" disabled={value.next === null} onClick={() => goTo(page + 1)}>
            Older
          </Button>
        </Group>
      )}
    </section>
  );
}
