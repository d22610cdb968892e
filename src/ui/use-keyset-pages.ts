import { useEffect } from 'react';
import type { KeysetTrail } from './keyset-trail.ts';

/** A list by key, as `useKeyedList` gives it. */
interface Listed {
  value: { count: number; next: string | null; results: readonly unknown[] } | null;
  /** The answer is to an earlier question. */
  busy: boolean;
}

/**
 * What `KeysetPager` shows below a list. Whoever stands on a page that has become empty is taken to the one before: what was on it
 * has been dealt with, or the address is an old one.
 */
export function useKeysetPages(
  { value, busy }: Listed,
  { after, page, pages, backInstead }: KeysetTrail,
  pageSize: number,
) {
  const isBehind = value !== null && !busy && value.results.length === 0 && after !== null;
  useEffect(() => {
    if (isBehind) backInstead();
  });
  const count = value?.count ?? 0;
  const before = page === null ? null : (page - 1) * pageSize;
  const last = (before ?? 0) + (value?.results.length ?? 0);
  const { earlier, later } = pages({ next: value?.next ?? null, busy });
  return {
    count,
    // Where rows left the list, nobody knows how many stand before this page.
    rows: before === null || last > count ? null : { first: before + 1, last },
    onEarlier: earlier,
    onLater: later,
  };
}
