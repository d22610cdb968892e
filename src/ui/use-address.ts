import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';

/** What the query of the page's address says, and how it is changed. */
export type Address = readonly [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void,
];

/**
 * What the address was asked to become and was not drawn as yet, in order, since it was drawn as `since`. There is one
 * address, whoever asks.
 */
let asked: { since: string; steps: readonly URLSearchParams[] } | null = null;

/** The way to a page of a list (`keyset-trail.ts`), which stays while something else of the address changes, such as what is open. */
function trailOf(state: unknown): { trail: unknown } | undefined {
  return typeof state === 'object' && state !== null && 'trail' in state ? { trail: state.trail } : undefined;
}

const keyOf = (pathname: string, query: URLSearchParams) => `${pathname}?${query.toString()}`;

/** The address is drawn. Where that is something nobody asked for here, somebody went elsewhere. */
function noteDrawn(pathname: string, query: URLSearchParams): void {
  const drawn = keyOf(pathname, query);
  if (asked === null || asked.since === drawn) return;
  const place = asked.steps.findIndex((step) => keyOf(pathname, step) === drawn);
  const steps = place < 0 ? [] : asked.steps.slice(place + 1);
  asked = steps.length === 0 ? null : { since: drawn, steps };
}

/**
 * The query of the address. The router hands the same old query to all changes that come before the page is drawn anew, so
 * that each would undo the one before; here it builds on that.
 */
export function useAddress(): Address {
  const location = useLocation();
  const { pathname } = location;
  const state: unknown = location.state;
  const [address, setAddress] = useSearchParams();
  useEffect(() => noteDrawn(pathname, address), [pathname, address]);
  const write = useCallback<Address[1]>(
    (change, options) =>
      setAddress(
        (drawn) => {
          const since = keyOf(pathname, drawn);
          const steps = asked?.since === since ? asked.steps : [];
          const next = change(steps.at(-1) ?? drawn);
          asked = { since, steps: [...steps, next] };
          return next;
        },
        { state: trailOf(state), ...options },
      ),
    [pathname, state, setAddress],
  );
  return useMemo(() => [address, write] as const, [address, write]);
}
