import { useCallback, useMemo } from 'react';
import { workKinds, type WorkKind } from '#contract/works/works.schema.ts';
import { useAddress } from '#src/ui/use-address.ts';

const parts = ['q', 'kind', 'class'] as const;

/** What the address says of the part of the queue that is looked at: `?q=kite&kind=book&class=<id>`. */
export interface Narrowing {
  search: string;
  kind: WorkKind | null;
  schoolClass: string | null;
}

/** What the queue is narrowed to, and addresses that keep it: of one that waits, of the next, and of the queue itself. */
export function useNarrowing() {
  const [address] = useAddress();
  const search = address.get('q') ?? '';
  const kind = workKinds.find((each) => each === address.get('kind')) ?? null;
  const schoolClass = address.get('class');
  const narrowing: Narrowing = useMemo(() => ({ search, kind, schoolClass }), [search, kind, schoolClass]);
  const keepIn = useCallback(
    (href: string) => {
      const kept = new URLSearchParams();
      for (const part of parts) {
        const value = address.get(part);
        if (value !== null) kept.set(part, value);
      }
      const query = kept.toString();
      return query === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${query}`;
    },
    [address],
  );
  return { narrowing, keepIn };
}

/** What the school is asked for. */
export function queryOf({ search, kind, schoolClass }: Narrowing) {
  return {
    kinds: 'all' as const,
    search,
    ...(kind !== null && { kind }),
    ...(schoolClass !== null && { school_class: schoolClass }),
  };
}
