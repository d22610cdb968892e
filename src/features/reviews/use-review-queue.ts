import { useCallback, useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { workKinds } from '#contract/works/works.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useAllRows } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sortRows } from '#src/ui/data-table.rows.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const pageSize = limits.pageDefault;

/** What waits for whoever looks, as the address asks for it: `?q=kite&kind=book&class=<id>`. */
export function useReviewQueue(api: ApiClient) {
  const list = useListState(keys, oldest);
  const [address] = useAddress();
  const { page, q: search } = list;
  const kind = workKinds.find((each) => each === address.get('kind')) ?? null;
  const { rows } = useAllRows('classes');
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
  const schoolClass = classes.find(({ id }) => id === address.get('class'))?.id ?? null;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        reviewEndpoints.listWaiting,
        {
          query: {
            kinds: 'all',
            limit: pageSize,
            offset: (page - 1) * pageSize,
            search,
            ...(kind !== null && { kind }),
            ...(schoolClass !== null && { school_class: schoolClass }),
          },
        },
        { signal },
      ),
    [api, page, search, kind, schoolClass],
  );
  const answer = useAnswer(load);
  return {
    list,
    kind,
    schoolClass,
    classes,
    answer,
    pages: usePages(answer, list, pageSize),
    pageSize,
    showAll: () => list.narrow({ q: null, kind: null, class: null }),
  };
}
