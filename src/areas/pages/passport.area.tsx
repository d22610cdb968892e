import '#src/ui/classroom-styles.ts';
import { Skeleton, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { ContentList } from '#contract/content/content.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { passportOf } from '#contract/learning/passport.rules.ts';
import { scopeOf, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { Passport } from '#src/features/content/passport.tsx';
import { useLearning } from '#src/features/learning/use-learning.ts';
import { useReadings } from '#src/document/use-own-reading.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';

function useOwn<Table extends SnapshotTable>(table: Table) {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  const own = useOfAny(replica, (each) => each.read(scopeOf.user(each.user_id), table));
  return own?.status === 'ready' ? own.rows : null;
}

/** What pages are about; without a network as it was seen last. */
function useCards() {
  const load = useCallback(
    (signal: AbortSignal) => apiClient.call(contentEndpoints.list, { query: { limit: 200 } }, { signal }),
    [],
  );
  return useKeptAnswer({ name: 'pages of my passport', question: 'all', schema: ContentList }, load);
}

/** What the works are about that somebody has read, by their ids with commas between; the same. */
function useReadWorks(ids: string) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (ids === '') return { count: 0, next: null, results: [] };
      const query = { ids, limit: limits.worksPerPage };
      return await apiClient.call(workEndpoints.list, { query }, { signal });
    },
    [ids],
  );
  return useKeptAnswer(
    { name: 'works of my passport', question: 'all', schema: workEndpoints.list.response },
    load,
  );
}

/** `/dashboard?option=My Passport`: what a child did for each goal, with or without a network. */
export function PassportArea({ breadcrumb }: { breadcrumb: ReactNode }) {
  // So that steps that wait for the network are counted.
  useLearning();
  useEffect(() => void askToKeep('pages'), []);
  const { readings } = useReadings();
  const [works, rows] = [useOwn('works'), useOwn('learning')];
  const cards = useCards();
  const ids = (readings ?? [])
    .filter(({ reached }) => reached > 0)
    .toSorted((one, other) => (one.read_at < other.read_at ? 1 : -1))
    .slice(0, limits.worksPerPage)
    .map(({ id }) => id)
    .join(',');
  const read = useReadWorks(ids);
  const pages = useMemo(() => {
    const byWork = new Map((readings ?? []).map((row) => [row.id, row]));
    return passportOf({
      works: works ?? [],
      learning: { rows: rows ?? [], pages: cards.value?.results ?? [] },
      reading: (read.value?.results ?? []).map(({ id, sdgs, parts }) => {
        const row = byWork.get(id);
        return { sdgs, isFinished: row !== undefined && (row.round > 1 || row.reached >= parts) };
      }),
    });
  }, [works, rows, cards.value, readings, read.value]);
  const isWaiting = works === null || rows === null || cards.status === 'loading';
  if (isWaiting) return <Skeleton height={480} role="status" aria-label="Loading" />;
  const isPart = cards.value === null || read.value === null;
  return (
    <Passport
      pages={pages}
      breadcrumb={breadcrumb}
      note={
        isPart &&
        read.status !== 'loading' && (
          <Text role="status" c="dimmed">
            Some stamps are missing here until your school can be reached.
          </Text>
        )
      }
    />
  );
}
