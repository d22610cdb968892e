import * as v from 'valibot';
import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { quoteMinutes } from '#contract/orders/orders.rules.ts';
import { openTicket, sealTicket } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

/** What a buyer was shown, and as whom. */
const Shown = v.object({
  digest: v.string(),
  /** Shown to a family by its cookie, which no order is placed by: then this says what they may see. */
  is_family: v.boolean(),
});
type Shown = v.InferOutput<typeof Shown>;

export interface Quotes {
  /** What `place` hands back. */
  seal(tenantId: string, shown: Shown, now: Date): { quote: string; expires_at: string };
  /** @throws Problem `orders.quote_expired`, also where it is not one of ours */
  open(tenantId: string, quote: string, now: Date): Shown;
}

export function createQuotes({ secretKey }: { secretKey: SecretKey }): Quotes {
  const key = secretKey.sealing('quotes');
  const contextOf = (tenantId: string) => `quote ${tenantId}`;
  return {
    seal(tenantId, shown, now) {
      const until = new Date(now.getTime() + quoteMinutes * 60_000);
      const { ticket, expires_at } = sealTicket(key, shown, { context: contextOf(tenantId), until });
      return { quote: ticket, expires_at };
    },
    open(tenantId, quote, now) {
      const shown = openTicket(Shown, key, { ticket: quote, context: contextOf(tenantId), now });
      if (!shown) throw new Problem(orderProblems.quote_expired);
      return shown;
    },
  };
}
