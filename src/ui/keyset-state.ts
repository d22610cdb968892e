import { useMemo } from 'react';
import { withParts } from '#src/lib/address-parts.ts';
import type { Sort } from './data-table.rows.ts';
import { useKeysetTrail } from './keyset-trail.ts';
import { useAddress } from './use-address.ts';

/** What a list by key is asked with, as the address says it. */
export interface ListAsked {
  search: string;
  sort: string | null;
  after: string | null;
  /** By the name in the address; null: not narrowed down. */
  filters: Readonly<Record<string, string | null>>;
}

const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

/**
 * What a list by key shows, as the address says it: `?q=ruiz&state=invited&sort=-joined&after=…`. `filterNames` are the names in the
 * address, a constant of the module that calls it.
 */
export function useKeysetState(filterNames: readonly string[]) {
  const [address, setAddress] = useAddress();
  const { pages } = useKeysetTrail();
  const asked = useMemo<ListAsked>(
    () => ({
      search: address.get('q') ?? '',
      sort: address.get('sort'),
      after: address.get('after'),
      filters: Object.fromEntries(filterNames.map((name) => [name, address.get(name)])),
    }),
    [address, filterNames],
  );

  // What narrows the list down begins on the first page again, and leaves no trail for the Back button.
  const narrow = (parts: Readonly<Record<string, string | null>>) =>
    setAddress(withParts({ ...parts, after: null }), { replace: true, preventScrollReset: true });

  return {
    asked,
    ...asked,
    isNarrowed: Object.values(asked.filters).some((value) => value !== null),
    find: (q: string) => narrow({ q: q.trim() === '' ? null : q.trim() }),
    narrow,
    showAll: () => narrow({ q: null, ...without(filterNames) }),
    sortBy: ({ key, descending }: Sort) => narrow({ sort: descending ? `-${key}` : key }),
    pages,
  };
}
