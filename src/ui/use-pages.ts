import { useEffect } from 'react';

/** A list that is answered page by page, as `useAnswer` gives it. */
interface Counted {
  value: { count: number } | null;
  /** The answer is to an earlier question. */
  busy: boolean;
}

interface Place {
  /** From 1. */
  page: number;
  /** Goes to a page without a step for the Back button. */
  showInstead: (page: number) => void;
}

/**
 * How many pages there are. Whoever stands behind the last one is taken to it: what was on their page has been dealt with, or the
 * address is an old one.
 */
export function usePages({ value, busy }: Counted, { page, showInstead }: Place, pageSize: number): number {
  const pages = Math.max(1, Math.ceil((value?.count ?? 0) / pageSize));
  const isBehind = value !== null && !busy && page > pages;
  useEffect(() => {
    if (isBehind) showInstead(pages);
  });
  return pages;
}
