import * as v from 'valibot';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { Quote, type OrderForm, type PlacedOrder } from '#contract/orders/orders.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { giftsText, isSameOffer, linesText } from './checkout.rules.ts';
import { forgetOrderId, orderIdFor } from './order-id.ts';

export type Placing =
  | { is: 'placed'; placed: PlacedOrder }
  /** Nothing was ordered: the buyer looks at the new prices first. */
  | { is: 'changed'; quote: Quote }
  | { is: 'refused'; failure: FailureInWords };

type Wanted = Omit<OrderForm, 'id' | 'quote'>;

const changedDetails = v.object({ quote: Quote });

/**
 * Orders what was shown. The same order sent twice is one. An old quote is asked for again; where nothing changed, the buyer is
 * not asked twice.
 */
export async function placeOrder(api: ApiClient, shown: Quote, wanted: Wanted, tries = 3): Promise<Placing> {
  const { provider: _provider, is_adult: _adult, accepts_terms: _terms, ...content } = wanted;
  const body: OrderForm = { ...wanted, id: orderIdFor(content), quote: shown.quote };
  try {
    return { is: 'placed', placed: await api.call(orderEndpoints.place, { body }) };
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : null;
    if (tries > 1 && (code === orderProblems.id_taken.code || code === orderProblems.lapsed.code)) {
      forgetOrderId();
      return await placeOrder(api, shown, wanted, tries - 1);
    }
    const quote = await newQuote(api, error, wanted);
    if (quote === null) return { is: 'refused', failure: failureOf(error, { offline: 'Nothing was paid.' }) };
    return tries > 1 && isSameOffer(shown, quote)
      ? await placeOrder(api, quote, wanted, tries - 1)
      : { is: 'changed', quote };
  }
}

/** What the order costs now, where it was refused for what was shown; null where it was refused for something else. */
async function newQuote(api: ApiClient, error: unknown, wanted: Wanted): Promise<Quote | null> {
  if (!(error instanceof ApiProblem)) return null;
  if (error.code === orderProblems.price_changed.code) {
    const details = v.safeParse(changedDetails, error.body.details);
    if (details.success) return details.output.quote;
  }
  if (error.code !== orderProblems.quote_expired.code && error.code !== orderProblems.price_changed.code)
    return null;
  const { lines, gifts, country } = wanted;
  const query = { lines: linesText(lines), gifts: giftsText(gifts), country };
  return await api.call(orderEndpoints.quote, { query }).catch(() => null);
}
