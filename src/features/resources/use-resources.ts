import { useCallback, useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceSorts } from '#contract/resources/resources.schema.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sortAmong, useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['updated_at', 'title'];
const newest = { key: 'updated_at', descending: true };

/** What the staff share, as the address asks for it: one's own, or with `?of=everybody` that of all. */
export function useResources(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, newest);
  const { q, page } = list;
  const isOwn = address.get('of') !== 'everybody';
  const sort = sortAmong(resourceSorts, list.sort, '-updated_at');
  const query = useMemo(
    () => ({
      search: q,
      limit: limits.pageDefault,
      offset: (page - 1) * limits.pageDefault,
      sort,
      ...(isOwn && { by: 'me' as const }),
    }),
    [q, page, sort, isOwn],
  );
  const load = useCallback(
    (signal: AbortSignal) => api.call(resourceEndpoints.list, { query }, { signal }),
    [api, query],
  );
  const answer = useKeptAnswer(
    { name: 'resources', question: JSON.stringify(query), schema: resourceEndpoints.list.response },
    load,
  );
  return {
    ...answer,
    pages: usePages(answer, list, limits.pageDefault),
    list,
    isOwn,
    showOwn: (wanted: boolean) => list.narrow({ of: wanted ? null : 'everybody' }),
  };
}
