import { use, useCallback, useEffect, useMemo } from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useSearchParams,
  type NavigateOptions,
} from 'react-router-dom';

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

/** The address that was drawn last. */
let drawn = '';

/** The address is drawn. Where that is something nobody asked for here, somebody went elsewhere. */
function noteDrawn(pathname: string, query: URLSearchParams): void {
  drawn = keyOf(pathname, query);
  if (asked === null || asked.since === drawn) return;
  const place = asked.steps.findIndex((step) => keyOf(pathname, step) === drawn);
  const steps = place < 0 ? [] : asked.steps.slice(place + 1);
  asked = steps.length === 0 ? null : { since: drawn, steps };
}

/** Whether the browser is at a page that is neither drawn nor what was asked for here. */
function wentElsewhere(going: string, pathname: string, here: string): boolean {
  return ![here, drawn, ...(asked?.steps ?? []).map((step) => keyOf(pathname, step))].includes(going);
}

/** Where the browser is, which is drawn only once the code of that page has come. */
function useGoingTo(): () => string {
  const { navigator } = use(NavigationContext);
  return useCallback(() => {
    const { pathname, search } = (navigator as typeof navigator & { location: Location }).location;
    return keyOf(pathname, new URLSearchParams(search));
  }, [navigator]);
}

/**
 * The query of the address. The router hands the same old query to all changes that come before the page is drawn anew, so
 * that each would undo the one before; here it builds on that. A change that comes after somebody went elsewhere, such as a search
 * that waited for the end of the typing, is dropped: it would take them back.
 */
export function useAddress(): Address {
  const location = useLocation();
  const { pathname } = location;
  const state: unknown = location.state;
  const [address, setAddress] = useSearchParams();
  useEffect(() => noteDrawn(pathname, address), [pathname, address]);
  const goingTo = useGoingTo();
  const write = useCallback<Address[1]>(
    (change, options) => {
      const here = keyOf(pathname, address);
      if (wentElsewhere(goingTo(), pathname, here)) return;
      setAddress(
        (before) => {
          const since = keyOf(pathname, before);
          const steps = asked?.since === since ? asked.steps : [];
          const next = change(steps.at(-1) ?? before);
          asked = { since, steps: [...steps, next] };
          return next;
        },
        { state: trailOf(state), ...options },
      );
    },
    [pathname, address, state, setAddress, goingTo],
  );
  return useMemo(() => [address, write] as const, [address, write]);
}
