import { useMemo } from 'react';
import * as v from 'valibot';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import {
  catalogueSorts,
  ListedState,
  noShelf,
  type CatalogueWork,
} from '#contract/catalogue/catalogue.schema.ts';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { Visibility, type WorkKind } from '#contract/works/works.schema.ts';
import { readAllPages } from '#src/session/all-pages.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { sortAmong, useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

export const pageSize = limits.pageDefault;

const keys = ['title', 'author', 'school_class', 'state', 'updated_at'];
const lastChanged: Sort = { key: 'updated_at', descending: true };

/** What the list is narrowed down by, by its name in the address. */
const filters = {
  state: ListedState,
  visibility: Visibility,
  class: Id,
  shelf: v.union([v.literal(noShelf), Id]),
} as const;
export type FilterName = keyof typeof filters;

/** Whatever makes no sense counts as not said. */
function filterIn<const Name extends FilterName>(address: URLSearchParams, name: Name) {
  const read = v.safeParse(filters[name], address.get(name));
  return read.success ? (read.output as v.InferOutput<(typeof filters)[Name]>) : null;
}

/** Books or stories, as the address asks for them: `?q=kite&state=submitted&visibility=public&class=…&shelf=none&sort=title&page=2`. */
export function useCatalogue(kind: WorkKind, api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, lastChanged);
  const { q, page } = list;
  const sort = sortAmong(catalogueSorts, list.sort, '-updated_at');
  const narrowed = useMemo(
    () => ({
      state: filterIn(address, 'state'),
      visibility: filterIn(address, 'visibility'),
      class: filterIn(address, 'class'),
      shelf: filterIn(address, 'shelf'),
    }),
    [address],
  );

  const wanted = useMemo(
    () => ({
      kind,
      search: q,
      sort,
      ...(narrowed.state && { state: narrowed.state }),
      ...(narrowed.visibility && { audience: narrowed.visibility }),
      ...(narrowed.class && { school_class: narrowed.class }),
      ...(narrowed.shelf && { category: narrowed.shelf }),
    }),
    [kind, q, sort, narrowed],
  );
  const answer = useKeptList(
    api,
    catalogueEndpoints.list,
    { name: `catalogue ${kind}`, page, size: pageSize },
    wanted,
  );

  const none: Record<FilterName, null> = { state: null, visibility: null, class: null, shelf: null };

  return {
    ...answer,
    pages: usePages(answer, list, pageSize),
    list,
    filters: narrowed,
    isNarrowed: Object.values(narrowed).some((value) => value !== null),
    filter: (name: FilterName, value: string | null) => list.narrow({ [name]: value }),
    showAll: () => list.narrow({ ...none, q: null }),
    /** All of them, of every page; needs the network. */
    readAll: (): Promise<CatalogueWork[]> =>
      readAllPages((part) => api.call(catalogueEndpoints.list, { query: { ...wanted, ...part } })),
  };
}
