import { uuidv7 } from 'uuidv7';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { askRefund } from './asked-refunds.ts';
import { advance, type Advance, type KnownPayment } from './advance.rules.ts';
import { createGivingBack, type Followers, type Settled } from './giving-back.ts';
import { bookCapture, bookFee, bookSuspense } from './ledger.ts';
import { noteFinding } from '../findings/findings.ts';
import { nextLook } from './next-look.rules.ts';
import { holdShares } from './held-shares.ts';
import * as repository from './payments.repository.ts';
import type { PaymentRow, RefundRow } from './payments.repository.ts';
import { ProviderRefusedError, type PaymentAt, type Provider, type Seen } from '../providers/provider.ts';
import { referenceOf } from '../providers/reference.ts';
import { noteRefund, readyLines } from './settled-lines.ts';

export const checkPayment = 'payments.check';

/** Milliseconds between two looks that a buyer's page may cause. */
const pageLooksEvery = 3000;

export type Settling = ReturnType<typeof createSettling>;

/**
 * The one path on which money becomes true: a webhook, the buyer's page, a task and staff all call `settle`, which asks the
 * provider and applies what it answers. Each thing that it makes has a key, so that a second run makes nothing.
 */
export function createSettling(options: {
  database: Database;
  clock: Clock;
  providers: ReadonlyMap<ProviderName, Provider>;
  addTask: DueWork['add'];
  followers: Followers;
}) {
  const { database, clock, providers, addTask, followers } = options;
  const giveBack = createGivingBack({ followers, addTask });

  async function askBack(
    transaction: TenantTransaction,
    { tenantId, payment, now }: Settled,
    refund: {
      amount: number;
      origin: RefundRow['origin'];
      lines: readonly { line_id: string; amount: number }[];
    },
  ): Promise<void> {
    await askRefund(transaction, addTask, {
      ...refund,
      tenant_id: tenantId,
      id: uuidv7(),
      payment_id: payment.id,
      asked_by: null,
      asked_at: now,
    });
  }

  /** An order that is paid: editions are there at once, printed books wait to be made, and what was taken off the shelf goes back. */
  async function markPaid(transaction: TenantTransaction, settled: Settled): Promise<void> {
    const { tenantId, order, now } = settled;
    const key = { tenant_id: tenantId, id: order.id };
    await repository.updateOrder(transaction, key, { state: 'paid', paid_at: now, ended_at: null });
    await bookCapture(transaction, settled, await repository.listShares(transaction, tenantId, order.id));
    await repository.insertTrackEvent(transaction, {
      tenant_id: tenantId,
      order_id: order.id,
      line_id: null,
      kind: 'paid',
      actor_id: null,
      happened_at: now,
    });
    await holdShares(transaction, tenantId, { orderId: order.id, paidAt: now });
    const back = await readyLines(transaction, tenantId, { orderId: order.id, now });
    if (back.length > 0) {
      const lines = back.map(({ id, amount }) => ({ line_id: id, amount }));
      const amount = sumOf(back.map((line) => line.amount));
      await askBack(transaction, settled, { amount, origin: 'withdrawn', lines });
    }
    await followers.paid(transaction, key, now);
  }

  async function capture(
    transaction: TenantTransaction,
    settled: Settled,
    seen: Seen,
    is: Advance['capture'],
  ) {
    const { tenantId, order, payment, now } = settled;
    // Some providers tell of their fee later than of the capture; it is booked once.
    if (seen.captured > 0 && seen.fee !== null && seen.fee > 0)
      await bookFee(transaction, settled, {
        amount: seen.fee,
        currency: seen.currency ?? payment.currency,
      });
    if (is === null) return;
    if (is === 'as_asked' && order.state !== 'paid' && order.state !== 'refunded')
      return await markPaid(transaction, settled);
    await bookSuspense(transaction, settled, {
      amount: seen.captured,
      currency: seen.currency ?? payment.currency,
    });
    // An order keeps the money of one payment (law 2).
    if (is === 'as_asked')
      return await askBack(transaction, settled, { amount: payment.amount, origin: 'paid_twice', lines: [] });
    await noteFinding(transaction, addTask, {
      tenant_id: tenantId,
      kind: 'payments.other_amount',
      subject: payment.id,
      details: { asked: payment.amount, captured: seen.captured, currency: seen.currency },
      found_at: now,
    });
  }

  async function apply(tenantId: string, paymentId: string, orderId: string, seen: Seen): Promise<void> {
    await inTenant(database, tenantId, async (transaction) => {
      const now = clock.now();
      const order = await repository.lockOrder(transaction, tenantId, orderId);
      const payment = await repository.findPayment(transaction, tenantId, paymentId);
      if (!order || !payment) throw new Error('A payment is of an order');
      const known = await repository.listRefunds(transaction, tenantId, paymentId);
      const next = advance(knownOf(payment), known, seen);
      const hasEnded = !repository.openStates.includes(next.state);
      await repository.updatePayment(
        transaction,
        { tenant_id: tenantId, id: paymentId },
        {
          state: next.state,
          captured: Math.max(payment.captured, seen.captured),
          fee: seen.fee ?? payment.fee,
          is_disputed: next.is_disputed,
          reason: seen.reason,
          looked_at: now,
          ended_at: hasEnded ? (payment.ended_at ?? now) : null,
        },
      );
      const settled = { tenantId, order, payment, now };
      if (next.is_disputed !== payment.is_disputed)
        await followers.disputed(transaction, { tenant_id: tenantId, id: orderId }, now);
      await capture(transaction, settled, seen, next.capture);
      await giveBack(transaction, settled, known, next);
    });
  }

  async function look(tenantId: string, payment: PaymentRow, at: PaymentAt): Promise<Seen | null> {
    const provider = providers.get(payment.provider);
    if (!provider) return null;
    const seen = await provider.look(at);
    if (seen.state !== 'approved' || !provider.capture) return seen;
    const isOpen = await inTenant(database, tenantId, async (transaction) => {
      const order = await repository.lockOrder(transaction, tenantId, payment.order_id);
      return order?.state === 'placed' || order?.state === 'lapsed';
    });
    // Of an order that is paid already no second money is taken.
    if (!isOpen) return seen;
    try {
      await provider.capture(at);
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error;
      const after = await provider.look(at);
      return after.captured > 0 ? after : { ...after, state: 'failed', reason: error.reason };
    }
    return await provider.look(at);
  }

  async function read(tenantId: string, paymentId: string) {
    return await inTenant(database, tenantId, async (transaction) => {
      const payment = await repository.findPayment(transaction, tenantId, paymentId);
      const known = payment ? await repository.listRefunds(transaction, tenantId, paymentId) : [];
      const told = payment ? await repository.listToldRefunds(transaction, tenantId, paymentId) : [];
      return { payment, known, refundIds: [...new Set([...known.map(({ id }) => id), ...told])] };
    });
  }

  /**
   * Asks the provider how a payment stands and applies the answer.
   * @returns the answer; null where nobody can be asked
   * @throws ProviderUnavailableError, ProviderRefusedError
   */
  async function settle(tenantId: string, paymentId: string): Promise<Seen | null> {
    const { payment, refundIds } = await read(tenantId, paymentId);
    // Nobody was sent to a provider that has not answered yet, and nobody can have paid there.
    if (!payment || payment.provider_ref === null) return null;
    const seen = await look(tenantId, payment, placeOf(tenantId, payment, refundIds));
    if (seen) await apply(tenantId, paymentId, payment.order_id, seen);
    return seen;
  }

  return {
    settle,

    /** For the buyer's page: asks again where the last look is a moment ago. What the provider does not answer comes later. */
    async settleForPage(tenantId: string, payment: Pick<PaymentRow, 'id' | 'looked_at'>): Promise<void> {
      const last = payment.looked_at?.getTime() ?? 0;
      const since = clock.now().getTime() - last;
      if (since < 0 || since >= pageLooksEvery) await settle(tenantId, payment.id);
    },

    /** An order that costs nothing is paid at once. */
    async completeFree(transaction: TenantTransaction, tenantId: string, orderId: string, now: Date) {
      const key = { tenant_id: tenantId, id: orderId };
      await repository.updateOrder(transaction, key, { state: 'paid', paid_at: now });
      await readyLines(transaction, tenantId, { orderId, now });
      await followers.paid(transaction, key, now);
    },

    /** When it is looked at next; null where that is over. */
    async nextLookAt(transaction: TenantTransaction, tenantId: string, paymentId: string, now: Date) {
      const payment = await repository.findPayment(transaction, tenantId, paymentId);
      if (!payment) return null;
      const known = await repository.listRefunds(transaction, tenantId, paymentId);
      const hasOpenRefunds = known.some(({ state }) => state === 'asked' || state === 'sent');
      return nextLook({ ...payment, hasOpenRefunds }, now);
    },

    /** Sends a refund unless the provider knows it already. @throws ProviderUnavailableError, ProviderRefusedError */
    async sendRefund(tenantId: string, refundId: string): Promise<void> {
      const refund = await inTenant(database, tenantId, (transaction) =>
        repository.findRefund(transaction, tenantId, refundId),
      );
      if (!refund || refund.state === 'done' || refund.state === 'failed') return;
      // Keys at providers expire, looking does not: whatever was sent before is found by its id.
      await settle(tenantId, refund.payment_id);
      const { payment, known, refundIds } = await read(tenantId, refund.payment_id);
      if (!payment || known.find(({ id }) => id === refundId)?.state !== 'asked') return;
      const provider = providers.get(payment.provider);
      if (!provider) throw new Error(`There are no keys for ${payment.provider}`);
      const money = { amount: refund.amount, currency: payment.currency };
      const provider_ref = await provider.refund(placeOf(tenantId, payment, refundIds), {
        id: refundId,
        money,
        reason: refund.reason,
      });
      await inTenant(database, tenantId, async (transaction) => {
        // An event may be telling at this moment that it is done.
        await repository.lockOrder(transaction, tenantId, payment.order_id);
        const before = await repository.findRefund(transaction, tenantId, refundId);
        if (before?.state !== 'asked') return;
        const key = { tenant_id: tenantId, id: refundId };
        await repository.updateRefund(transaction, key, { state: 'sent', provider_ref });
        if (provider.sendsByHand)
          await noteRefund(transaction, addTask, {
            tenantId,
            refund: before,
            kind: 'send_back',
            now: clock.now(),
          });
      });
      await settle(tenantId, refund.payment_id);
    },

    /** The provider said no: a person has to see to it. */
    async failRefund(transaction: TenantTransaction, tenantId: string, refundId: string, now: Date) {
      const named = await repository.findRefund(transaction, tenantId, refundId);
      const payment = named && (await repository.findPayment(transaction, tenantId, named.payment_id));
      if (!payment) return;
      await repository.lockOrder(transaction, tenantId, payment.order_id);
      const refund = await repository.findRefund(transaction, tenantId, refundId);
      if (!refund || refund.state === 'done') return;
      const key = { tenant_id: tenantId, id: refundId };
      await repository.updateRefund(transaction, key, { state: 'failed', ended_at: now });
      await noteRefund(transaction, addTask, { tenantId, refund, kind: 'refund_failed', now });
    },
  };
}

const knownOf = ({ state, amount, currency, captured, is_disputed }: PaymentRow): KnownPayment => ({
  state,
  amount,
  currency,
  captured,
  is_disputed,
});

function placeOf(tenantId: string, payment: PaymentRow, refund_ids: readonly string[]): PaymentAt {
  return {
    reference: referenceOf({ tenant_id: tenantId, id: payment.id }),
    provider_ref: payment.provider_ref ?? '',
    refund_ids,
  };
}
