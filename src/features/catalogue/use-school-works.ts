import { useMemo } from 'react';
import * as v from 'valibot';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import type { SchoolWork } from '#contract/catalogue/catalogue.schema.ts';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { readAllPages } from '#src/session/all-pages.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

export const pageSize = limits.pageDefault;

const keys = ['published_at', 'title'];
const newest: Sort = { key: 'published_at', descending: false };

/** What the schools of an organization show, as the address asks for it: `?q=kite&school=…&sort=title&page=2`. */
export function useSchoolWorks(kind: WorkKind, api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, newest);
  const { q, page } = list;
  const sort = list.sort.key === 'title' ? 'title' : 'newest';
  const read = v.safeParse(Id, address.get('school'));
  const school = read.success ? read.output : null;

  const wanted = useMemo(
    () => ({ kind, search: q, sort, ...(school !== null && { school }) }) as const,
    [kind, q, sort, school],
  );
  const answer = useKeptList(
    api,
    catalogueEndpoints.listOfSchools,
    { name: `works of schools ${kind}`, page, size: pageSize },
    wanted,
  );

  return {
    ...answer,
    pages: usePages(answer, list, pageSize),
    list,
    sort,
    school,
    showSchool: (id: string | null) => list.narrow({ school: id }),
    showAll: () => list.narrow({ school: null, q: null }),
    /** All of them, of every page; needs the network. */
    readAll: (): Promise<SchoolWork[]> =>
      readAllPages((part) => api.call(catalogueEndpoints.listOfSchools, { query: { ...wanted, ...part } })),
  };
}
