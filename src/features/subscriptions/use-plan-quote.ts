import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { PlanQuote } from '#contract/subscriptions/subscriptions.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';

interface Quoted {
  question: string;
  quote: PlanQuote;
}

/**
 * What something costs, asked again when `question` changes and typing has paused.
 * @param question null where there is nothing to ask yet
 * @param ask is given the question; the same function as long as what it asks is the same
 */
export function usePlanQuote(
  question: string | null,
  ask: (question: string, signal: AbortSignal) => Promise<PlanQuote>,
) {
  const [settled] = useDebouncedValue(question, limits.searchDebounce);
  const load = useCallback(
    async (signal: AbortSignal): Promise<Quoted | null> =>
      settled === null ? null : { question: settled, quote: await ask(settled, signal) },
    [settled, ask],
  );
  const { status, value, busy, reload } = useAnswer(load);
  const [before, setBefore] = useState<Quoted | null>(null);
  const quote = value?.question === question ? value.quote : null;
  // The price that was shown for the same wish, where it is another one now.
  const shown = before?.question === question ? before.quote.total : null;
  return {
    /** What was asked; null while it is on its way, or cannot be had. */
    quote,
    status: question === null ? ('none' as const) : status,
    busy: busy || settled !== question,
    reload,
    /** Of an answer that the price has changed: asks again, and tells what it was. */
    askAgain: () => {
      setBefore(value);
      reload();
    },
    changedFrom: quote !== null && shown !== quote.total ? shown : null,
  };
}

export type AskedQuote = ReturnType<typeof usePlanQuote>;
