import { useCallback, useEffect, useRef, useState } from 'react';
import { counted } from '#src/lib/counted.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { whyNoCard } from './card-failures.ts';
import { printCards, type CardPaper, type CardsToPrint } from './print-cards.ts';

export type Printing =
  | { status: 'idle' }
  /** `total` is null as long as the school is asked for the cards. */
  | { status: 'working'; done: number; total: number | null }
  /** `isGone`: the server says that there is no such class any more. */
  | { status: 'failed'; title: string; detail?: string; isGone?: true };

const idle: Printing = { status: 'idle' };

const wordsOfBefore = {
  good: 'Cards printed before stay good.',
  void: 'Cards printed before do not work any more.',
} as const;
type Before = keyof typeof wordsOfBefore;

/** One printing of cards at a time. It is called off when its screen goes away. */
export function usePrintCards(api: ApiClient, paper: CardPaper) {
  const [printing, setPrinting] = useState<Printing>(idle);
  const running = useRef<AbortController | null>(null);
  const last = useRef<Parameters<typeof print>>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setPrinting(idle);
  }, []);

  useEffect(() => () => running.current?.abort(), []);

  /** @param before what became of the cards that were printed before */
  async function print(wanted: CardsToPrint, before: Before = 'good'): Promise<void> {
    last.current = [wanted, before];
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    const { signal } = run;
    setPrinting({ status: 'working', done: 0, total: null });
    try {
      const onProgress = (done: number, total: number) => {
        if (!signal.aborted) setPrinting({ status: 'working', done, total });
      };
      const count = await printCards(api, wanted, { signal, onProgress }, paper);
      setPrinting(idle);
      if (count === 0) {
        notify.warning('There are currently no students in this class. Please add some students.');
      } else {
        const cards = counted(count, 'card');
        notify.success('Login cards downloaded', `${cards}. ${wordsOfBefore[before]}`);
      }
    } catch (error) {
      if (signal.aborted) return;
      setPrinting({ status: 'failed', ...whyNoCard(error) });
    }
  }

  /** Prints what was to be printed last. */
  async function again(): Promise<void> {
    if (last.current) await print(...last.current);
  }

  return { printing, print, again, stop };
}
