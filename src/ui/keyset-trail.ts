import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from './use-address.ts';

/** `after` of the pages before this one, oldest first; null for the first page. Kept with the step of the browser's history. */
function trailIn(state: unknown): (string | null)[] {
  const trail: unknown = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null;
  if (!Array.isArray(trail)) return [];
  const steps: readonly unknown[] = trail;
  return steps.filter((step) => step === null || typeof step === 'string');
}

interface Place {
  after: string | null;
  trail: readonly (string | null)[];
}

function waysFrom({ after, trail }: Place, goTo: (place: Place, replace: boolean) => void) {
  // An address that somebody sent has no trail: the first page is where it leads back to.
  const before = { after: trail.at(-1) ?? null, trail: trail.slice(0, -1) };

  return {
    after,
    /** From 1; null: nobody knows, of an address that somebody sent. */
    page: after === null ? 1 : trail[0] === null ? trail.length + 1 : null,
    /** Goes to the page before without a step for the Back button. */
    backInstead: () => goTo(before, true),
    /** The ways to the pages before and after, by the query that the answer has for the next. */
    pages: ({ next: query, busy }: { next: string | null; busy: boolean }) => {
      const next = new URLSearchParams(query ?? '').get('after');
      return {
        earlier: after === null ? undefined : () => goTo(before, false),
        later:
          next === null || busy ? undefined : () => goTo({ after: next, trail: [...trail, after] }, false),
      };
    },
  };
}

/** On which page of a list by key somebody stands, as the address says it: `?after=…`. */
export function useKeysetTrail() {
  const [address, setAddress] = useAddress();
  const location = useLocation();
  const after = address.get('after');
  const trail = after === null ? [] : trailIn(location.state);
  return waysFrom({ after, trail }, (place, replace) =>
    setAddress(withParts({ after: place.after }), {
      state: { trail: place.trail },
      preventScrollReset: true,
      replace,
    }),
  );
}

/** As `useKeysetTrail`, of a list that stands beside another: the address knows nothing of it. */
export function useOwnTrail() {
  const [place, setPlace] = useState<Place>({ after: null, trail: [] });
  return waysFrom(place, setPlace);
}

export type KeysetTrail = ReturnType<typeof waysFrom>;
