import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { dayOf } from '#contract/kit/day.ts';
import { termsVersion } from '#contract/orders/orders.rules.ts';
import { Problem } from '#contract/kit/problem.ts';
import { sharesOfPlan, sumOf } from '#contract/orders/shares.rules.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { Billing } from '#contract/subscriptions/subscriptions.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import type { Addresses } from './addresses.ts';
import { newOrderNumber } from './order-number.ts';
import * as repository from './orders.repository.ts';
import { findShop, listTaxRates } from './shop.repository.ts';

/** Seats for some days. */
export interface PlanLine {
  title: string;
  seats: number;
  /** Minor units of one seat for these days, with tax inside. */
  unit_price: number;
}

export interface PlanDraft {
  id: string;
  subscription_id: string;
  lines: readonly PlanLine[];
  currency: string;
  billing: Billing;
  /** Scheme, host and port of the tenant. */
  origin: string;
  now: Date;
  lapses_at: Date;
}

export type PlanOrders = ReturnType<typeof createPlanOrders>;

/** Orders of plans. They have their document before they are paid, and lose it again where nobody pays (law 9). */
export function createPlanOrders(options: {
  addresses: Pick<Addresses, 'seal'>;
  invoices: Pick<InvoiceService, 'issueForPlan' | 'issueForLapsed'>;
  refunding: Pick<Refunding, 'ask'>;
  isTest: boolean;
  /** The kind of task that ends an order which nobody paid. */
  lapseOrder: string;
  addTask: DueWork['add'];
}) {
  const { addresses, invoices, refunding, isTest, lapseOrder, addTask } = options;

  /** What is tax of a plan in a country today. */
  async function taxIn(transaction: TenantTransaction, country: string, now: Date) {
    const rates = await listTaxRates(transaction, country, dayOf(now));
    return rates.find(({ kind }) => kind === 'plan') ?? { rate_bp: 0, name: '' };
  }

  return {
    isTest,
    taxIn,

    /**
     * The document follows by `issue`, once all else of the order is written.
     * @throws Problem `subscriptions.id_taken` where any order of the tenant has the id
     */
    async place(
      transaction: TenantTransaction,
      tenantId: string,
      { id, subscription_id, currency, billing, origin, now, lapses_at, ...draft }: PlanDraft,
    ): Promise<{ token: string; total: number }> {
      const tax = await taxIn(transaction, billing.country, now);
      const lines = draft.lines.map(({ title, seats, unit_price }) => {
        const amount = seats * unit_price;
        const shares = sharesOfPlan(amount, tax.rate_bp);
        return {
          kind: 'plan' as const,
          work: null,
          cause: null,
          subscription_id,
          title,
          quantity: seats,
          unit_price,
          amount,
          tax: { name: tax.name, rate_bp: tax.rate_bp, amount: shares.tax },
          shares,
        };
      });
      const total = sumOf(lines.map(({ amount }) => amount));
      const shop = await findShop(transaction, tenantId);
      const token = randomBytes(16).toString('base64url');
      const order = {
        tenant_id: tenantId,
        id,
        token,
        number: newOrderNumber(shop?.code ?? 'PLAN'),
        kind: 'plan' as const,
        currency,
        total,
        is_test: isTest,
        fingerprint: sha256(JSON.stringify(draft.lines)),
        buyer_id: null,
        buyer_email: billing.email,
        buyer_name: billing.name,
        buyer_country: billing.country,
        sealed_address: addresses.seal(tenantId, id, billing.address),
        terms_version: termsVersion,
        origin,
        placed_at: now,
        lapses_at,
      };
      if (!(await repository.insertOrder(transaction, order, lines)))
        throw new Problem(subscriptionProblems.id_taken);
      await repository.insertPlaced(transaction, { tenantId, orderId: id, now });
      await addTask(transaction, tenantId, {
        kind: lapseOrder,
        subject: id,
        due_at: lapses_at,
        created_at: now,
      });
      return { token, total };
    },

    issue: (transaction: TenantTransaction, tenantId: string, id: string, now: Date): Promise<void> =>
      invoices.issueForPlan(transaction, { tenant_id: tenantId, id }, now),

    /** Ends an order that nobody paid. Money that comes for it all the same goes back. @returns false where it was paid */
    async takeBack(
      transaction: TenantTransaction,
      tenantId: string,
      id: string,
      now: Date,
    ): Promise<boolean> {
      await repository.lockOrder(transaction, tenantId, id);
      if (!(await repository.lapseOrder(transaction, tenantId, { id, now }))) return false;
      await invoices.issueForLapsed(transaction, { tenant_id: tenantId, id }, now);
      return true;
    },

    /** Asks back what is left of the money of a paid order. */
    async giveBack(transaction: TenantTransaction, tenantId: string, id: string, now: Date): Promise<void> {
      await repository.lockOrder(transaction, tenantId, id);
      const rows = await repository.listOrderLines(transaction, tenantId, id);
      const lines = rows
        .map((line) => {
          const refunded = sumOf(line.shares.map((share) => share.refunded));
          return { line_id: line.id, amount: line.amount - refunded - line.going_back };
        })
        .filter(({ amount }) => amount > 0);
      if (lines.length === 0) return;
      await refunding.ask(transaction, tenantId, {
        orderId: id,
        id: uuidv7(),
        lines,
        origin: 'withdrawn',
        reason: 'The plan has ended',
        asked_by: null,
        now,
      });
    },
  };
}
