import { limits } from '#contract/kit/limits.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceSorts } from '#contract/resources/resources.schema.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sortAmong, useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['updated_at', 'title'];
const newest = { key: 'updated_at', descending: true };
const size = limits.pageDefault;

/** What the staff share, as the address asks for it: one's own, or with `?of=everybody` that of all. */
export function useResources(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, newest);
  const { q, page } = list;
  const isOwn = address.get('of') !== 'everybody';
  const sort = sortAmong(resourceSorts, list.sort, '-updated_at');
  const answer = useKeptList(
    api,
    resourceEndpoints.list,
    { name: 'resources', page, size },
    { search: q, sort, ...(isOwn && { by: 'me' as const }) },
  );
  return {
    ...answer,
    pages: usePages(answer, list, size),
    list,
    isOwn,
    showOwn: (wanted: boolean) => list.narrow({ of: wanted ? null : 'everybody' }),
  };
}
