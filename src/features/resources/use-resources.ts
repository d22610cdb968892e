import { useCallback, useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceSorts, type ResourceSort } from '#contract/resources/resources.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';

const keys = ['updated_at', 'title'];
const newest = { key: 'updated_at', descending: true };

function sortOf({ key, descending }: Sort): ResourceSort {
  const wanted = `${descending ? '-' : ''}${key}`;
  return resourceSorts.find((sort) => sort === wanted) ?? '-updated_at';
}

/** What the staff share, as the address asks for it: one's own, or with `?of=everybody` that of all. */
export function useResources(api: ApiClient) {
  const [address, setAddress] = useAddress();
  const list = useListState(keys, newest);
  const { q, page } = list;
  const isOwn = address.get('of') !== 'everybody';
  const sort = sortOf(list.sort);
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
    list,
    isOwn,
    showOwn: (wanted: boolean) =>
      setAddress(withParts({ page: null, of: wanted ? null : 'everybody' }), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
