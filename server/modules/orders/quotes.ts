import * as v from 'valibot';
import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { quoteMinutes } from '#contract/orders/orders.rules.ts';
import { seal, unseal } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

/** What a buyer was shown, and as whom. */
const Shown = v.object({
  digest: v.string(),
  /** Shown to a family by its cookie, which no order is placed by: then this says what they may see. */
  is_family: v.boolean(),
  /** Milliseconds since 1970. */
  until: v.number(),
});
type Shown = v.InferOutput<typeof Shown>;

export interface Quotes {
  /** What `place` hands back. */
  seal(tenantId: string, shown: Omit<Shown, 'until'>, now: Date): { quote: string; expires_at: string };
  /** @throws Problem `orders.quote_expired`, also where it is not one of ours */
  open(tenantId: string, quote: string, now: Date): Shown;
}

export function createQuotes({ secretKey }: { secretKey: SecretKey }): Quotes {
  const key = secretKey.derive('quotes');
  const contextOf = (tenantId: string) => `quote ${tenantId}`;
  return {
    seal(tenantId, shown, now) {
      const until = now.getTime() + quoteMinutes * 60_000;
      const plain = Buffer.from(JSON.stringify({ ...shown, until }));
      return {
        quote: seal(key, plain, contextOf(tenantId)).toString('base64url'),
        expires_at: new Date(until).toISOString(),
      };
    },
    open(tenantId, quote, now) {
      let shown: Shown;
      try {
        const sealed = Buffer.from(quote, 'base64url');
        shown = v.parse(Shown, JSON.parse(unseal(key, sealed, contextOf(tenantId)).toString()));
      } catch {
        throw new Problem(orderProblems.quote_expired);
      }
      if (shown.until <= now.getTime()) throw new Problem(orderProblems.quote_expired);
      return shown;
    },
  };
}
