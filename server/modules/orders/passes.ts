import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { openTicket, sealTicket } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

const minute = 60_000;
/** A code of an e-mail: how long it is good, and how often it may be typed. */
const codeMinutes = 10;
const codeTries = 5;
/** How long a pass is good. */
const passMinutes = 60;

const Shown = v.object({ order_id: v.string() });

export type Passes = ReturnType<typeof createPasses>;

/** How a buyer without an account shows that an order is theirs: a code by e-mail, and for it a pass that the page keeps. */
export function createPasses({ secretKey }: { secretKey: SecretKey }) {
  const key = secretKey.sealing('passes of orders');
  const contextOf = (tenantId: string) => `pass ${tenantId}`;
  const codes = 'codes of orders';
  const signed = (tenantId: string, orderId: string, code: string) => `${tenantId} ${orderId} ${code}`;
  /** The id of the order that a pass is of; null where it is none of this tenant's, or over. */
  const orderOf = (tenantId: string, pass: string, now: Date): string | null =>
    openTicket(Shown, key, { ticket: pass, context: contextOf(tenantId), now })?.order_id ?? null;

  return {
    /** A new code; the one before is good no more. */
    async makeCode(
      transaction: TenantTransaction,
      tenantId: string,
      { orderId, now }: { orderId: string; now: Date },
    ): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const row = {
        code_hash: secretKey.sign(codes, signed(tenantId, orderId, code)),
        tries: 0,
        ends_at: new Date(now.getTime() + codeMinutes * minute),
      };
      await transaction
        .insertInto('order_codes')
        .values({ tenant_id: tenantId, order_id: orderId, ...row })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'order_id']).doUpdateSet(row))
        .execute();
      return code;
    },

    /** Counts the try, right or wrong, so that of many at once only so many are heard. @returns whether it is right */
    async useCode(
      transaction: TenantTransaction,
      tenantId: string,
      { orderId, code, now }: { orderId: string; code: string; now: Date },
    ): Promise<boolean> {
      const row = await transaction
        .updateTable('order_codes')
        .set((each) => ({ tries: each('tries', '+', 1) }))
        .where('tenant_id', '=', tenantId)
        .where('order_id', '=', orderId)
        .where('ends_at', '>', now)
        .where('tries', '<', codeTries)
        .returning('code_hash')
        .executeTakeFirst();
      if (!row || !secretKey.isSigned(codes, signed(tenantId, orderId, code), row.code_hash)) return false;
      await transaction
        .deleteFrom('order_codes')
        .where('tenant_id', '=', tenantId)
        .where('order_id', '=', orderId)
        .execute();
      return true;
    },

    give(tenantId: string, orderId: string, now: Date): { pass: string; expires_at: string } {
      const until = new Date(now.getTime() + passMinutes * minute);
      const facts = { order_id: orderId };
      const { ticket, expires_at } = sealTicket(key, facts, { context: contextOf(tenantId), until });
      return { pass: ticket, expires_at };
    },

    orderOf,

    /** @throws Problem `orders.pass_over` where it is not this order's, or over */
    check(tenantId: string, pass: string, { orderId, now }: { orderId: string; now: Date }): void {
      if (orderOf(tenantId, pass, now) !== orderId) throw new Problem(orderProblems.pass_over);
    },
  };
}
