import { useMemo } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sortRows } from '#src/ui/data-table.rows.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { queryOf, useNarrowing } from './review-narrowing.ts';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const size = limits.pageDefault;
const none: readonly SchoolClass[] = [];

/** The classes that the device knows: what waits is shown before they are there, and where none can be kept. */
function useKnownClasses() {
  const state = useReplicaState();
  const known = useOfAny(state.status === 'ready' ? state.replica : null, (replica) =>
    replica.readAll('classes'),
  );
  return known?.rows ?? none;
}

/** What waits for whoever looks, as the address asks for it. */
export function useReviewQueue(api: ApiClient) {
  const list = useListState(keys, oldest);
  const { narrowing } = useNarrowing();
  const trail = useKeysetTrail();
  const { kind } = narrowing;
  const rows = useKnownClasses();
  const classes = useMemo(
    () =>
      sortRows(
        rows.filter(({ archived_at }) => archived_at === null),
        [{ key: 'name', sortBy: ({ name }) => name }],
        { key: 'name', descending: false },
      ),
    [rows],
  );
  // An address may name one that is gone.
  const schoolClass = classes.find(({ id }) => id === narrowing.schoolClass)?.id ?? null;
  const answer = useKeyedList(
    api,
    reviewEndpoints.listWaiting,
    { after: trail.after, size },
    queryOf({ ...narrowing, schoolClass }),
  );
  return {
    list,
    kind,
    schoolClass,
    classes,
    answer,
    pager: useKeysetPages(answer, trail, size),
    showAll: () => list.narrow({ q: null, kind: null, class: null }),
  };
}
