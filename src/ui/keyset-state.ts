import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { withParts } from '#src/lib/address-parts.ts';
import type { Sort } from './data-table.rows.ts';
import { useAddress } from './use-address.ts';

/** What a list by key is asked with, as the address says it. */
export interface ListAsked {
  search: string;
  sort: string | null;
  after: string | null;
  /** By the name in the address; null: not narrowed down. */
  filters: Readonly<Record<string, string | null>>;
}

/** `after` of the pages before this one, oldest first; null for the first page. Kept with the step of the browser's history. */
function trailIn(state: unknown): (string | null)[] {
  const trail: unknown = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null;
  if (!Array.isArray(trail)) return [];
  const steps: readonly unknown[] = trail;
  return steps.filter((step) => step === null || typeof step === 'string');
}

const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

/**
 * What a list by key shows, as the address says it: `?q=ruiz&state=invited&sort=-joined&after=…`. `filterNames` are the names in the
 * address, a constant of the module that calls it.
 */
export function useKeysetState(filterNames: readonly string[]) {
  const [address, setAddress] = useAddress();
  const location = useLocation();
  const asked = useMemo<ListAsked>(
    () => ({
      search: address.get('q') ?? '',
      sort: address.get('sort'),
      after: address.get('after'),
      filters: Object.fromEntries(filterNames.map((name) => [name, address.get(name)])),
    }),
    [address, filterNames],
  );
  const trail = trailIn(location.state);

  const goTo = (after: string | null, path: readonly (string | null)[]) =>
    setAddress(withParts({ after }), { state: { trail: path }, preventScrollReset: true });
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
    /** The ways to the pages before and after, by the query that the answer has for the next. */
    pages({ next: query, busy }: { next: string | null; busy: boolean }) {
      const next = new URLSearchParams(query ?? '').get('after');
      return {
        // An address that somebody sent has no trail: the first page is where it leads back to.
        earlier: asked.after === null ? undefined : () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)),
        later: next === null || busy ? undefined : () => goTo(next, [...trail, asked.after]),
      };
    },
  };
}
