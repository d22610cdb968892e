import { useCallback, useState } from 'react';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

export type QuoteQuery = EndpointInput<typeof orderEndpoints.quote>['query'];

/** What a cart costs now, and how it can be paid. The last answer stays while another is on its way and without a network. */
export function useQuote(api: ApiClient, { lines, gifts, country }: QuoteQuery) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Quote | 'closed'> => {
      try {
        return await api.call(orderEndpoints.quote, { query: { lines, gifts, country } }, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.code === orderProblems.closed.code) return 'closed';
        throw error;
      }
    },
    [api, lines, gifts, country],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const question = `${lines} ${gifts} ${country}`;
  const [last, setLast] = useState<{
    value: Quote | 'closed';
    from: Quote | 'closed' | null;
    question: string;
  } | null>(null);
  // What `place` told is newer than the answer that it took the place of.
  if (value !== null && value !== last?.from) setLast({ value, from: value, question });

  return {
    status,
    isGone,
    busy,
    reload,
    /** Null until the first answer. */
    quote: last?.value === 'closed' ? null : (last?.value ?? null),
    isClosed: last?.value === 'closed',
    /** Takes a quote that came another way. */
    take: (quote: Quote) => setLast((before) => ({ value: quote, from: before?.from ?? null, question })),
  };
}
