import { useCallback } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { likelyCountry } from '#src/lib/own-country.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** What the works of a cart cost. The cart itself works without it. */
export function useCartQuote(api: ApiClient, ids: readonly string[]) {
  const country = useUser()?.country ?? likelyCountry(navigator.languages);
  const lines = ids.map((id) => `${id}:digital:1`).join(',');
  const load = useCallback(
    async (signal: AbortSignal): Promise<Quote | 'closed'> => {
      // Asked first: in most schools nothing is sold, and that is no error.
      const { is_open } = await api.call(shopEndpoints.read, {}, { signal });
      if (!is_open) return 'closed';
      try {
        return await api.call(orderEndpoints.quote, { query: { lines, country } }, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.code === orderProblems.closed.code) return 'closed';
        throw error;
      }
    },
    [api, lines, country],
  );
  return useAnswer(load);
}

export type CartQuote = ReturnType<typeof useCartQuote>;

const names = { digital: 'Digital', print: 'Printed' } as const;

/** "Digital €4.00 · Printed €12.00"; null while nothing is known of it. */
export function priceText({ value }: Pick<CartQuote, 'value'>, id: string): string | null {
  if (value === null || value === 'closed') return null;
  const editions = value.editions.filter(({ work_id }) => work_id === id);
  if (editions.length > 0)
    return editions
      .map(
        ({ edition, price }) => `${names[edition]} ${moneyText({ amount: price, currency: value.currency })}`,
      )
      .join(' · ');
  // What is not on the shelf any more says so itself.
  const left = value.left_out.find(({ work_id }) => work_id === id);
  return left?.why === 'not_for_sale' ? 'Not for sale' : null;
}
