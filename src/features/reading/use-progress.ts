import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { isFurther, type Progress } from '#contract/works/reading.rules.ts';
import { roundOf } from '#src/document/reading.words.ts';

/** Milliseconds for which somebody looks at a page before they have read on to it: who leafs through has not. */
const look = 2000;

interface Reading {
  /** How many pages or chapters there are. */
  parts: number;
  /** Which one is shown, from 0. */
  place: number;
  /** What is kept; null where the work was never opened. */
  reading: ReadingRow | null;
  onReach: (progress: Progress) => void;
}

/** Keeps how far somebody read while they read; whoever leaves has read as far as they were. */
export function useProgress({ parts, place, reading, onReach }: Reading): void {
  // Of this visit: leafing back to the cover does not make it another reading.
  const [round] = useState(() => roundOf(reading, parts, place));
  const reachLater = useDebouncedCallback(
    (reached: number) => {
      const progress = { round, reached };
      if (!reading || isFurther(progress, reading)) onReach(progress);
    },
    { delay: look, flushOnUnmount: true },
  );

  useEffect(() => reachLater(place + 1), [place, reachLater]);

  useEffect(() => {
    // The tablet is put away; nobody may come back to this tab.
    const leave = () => {
      if (document.visibilityState === 'hidden') reachLater.flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [reachLater]);
}
