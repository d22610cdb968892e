import { uuidv7 } from 'uuidv7';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Advance } from './advance.rules.ts';
import { noteFinding } from '../findings/findings.ts';
import { bookCameBack, bookRefund, bookReturn, leftOf, linesOfRefund } from './ledger.ts';
import * as repository from './payments.repository.ts';
import type { OrderRow, PaymentRow, RefundRow } from './payments.repository.ts';
import { noteRefund } from './settled-lines.ts';

/** What else happens where an order is paid or money goes back, in the same transaction. */
export interface Followers {
  paid(transaction: TenantTransaction, order: { tenant_id: string; id: string }, now: Date): Promise<void>;
  refunded(
    transaction: TenantTransaction,
    order: { tenant_id: string; id: string },
    refund: { id: string; amount: number; origin: RefundRow['origin'] },
    now: Date,
  ): Promise<void>;
  disputed(
    transaction: TenantTransaction,
    order: { tenant_id: string; id: string },
    now: Date,
  ): Promise<void>;
  lapsed(transaction: TenantTransaction, order: { tenant_id: string; id: string }, now: Date): Promise<void>;
}

/** A payment that was looked at, and its order, which is locked. */
export interface Settled {
  tenantId: string;
  order: OrderRow;
  payment: PaymentRow;
  now: Date;
}

/** What a look says of money that went back: from whom it was, and who is told. */
export function createGivingBack({
  followers,
  addTask,
}: {
  followers: Pick<Followers, 'refunded'>;
  addTask: DueWork['add'];
}) {
  /** Money that went back: from the shares of its lines, from suspense, and what neither has is lost. */
  async function giveBack(
    transaction: TenantTransaction,
    settled: Settled,
    refund: { id: string; amount: number; origin: RefundRow['origin'] },
  ): Promise<void> {
    const { tenantId, order, payment, now } = settled;
    const { id, amount } = refund;
    const suspense = await repository.findSuspense(transaction, tenantId, payment);
    const named = await repository.listRefundLines(transaction, tenantId, id);
    const ofLines = sumOf(named.map((line) => line.amount));
    const lines = await linesFor(transaction, settled, { amount: ofLines, named });
    await bookRefund(transaction, settled, { id, lines });
    const rest = amount - sumOf(lines.map((line) => line.amount));
    const fromSuspense = Math.min(rest, suspense.balance);
    const lost = rest - fromSuspense;
    await bookReturn(transaction, settled, { id, currency: suspense.currency, fromSuspense, lost });
    if (lost > 0)
      await noteFinding(transaction, addTask, {
        tenant_id: tenantId,
        kind: 'payments.refunded_too_much',
        subject: `${payment.id} ${id}`,
        details: { amount, lost, currency: payment.currency },
        found_at: now,
      });
    const shares = await repository.listShares(transaction, tenantId, order.id);
    const left = sumOf(leftOf(shares).map(({ total }) => total));
    const key = { tenant_id: tenantId, id: order.id };
    const present = await repository.lockOrder(transaction, tenantId, order.id);
    if (left === 0 && lines.length > 0 && present?.state === 'paid')
      await repository.updateOrder(transaction, key, { state: 'refunded', ended_at: now });
    await repository.insertTrackEvent(transaction, {
      tenant_id: tenantId,
      order_id: order.id,
      line_id: null,
      kind: 'refunded',
      actor_id: null,
      happened_at: now,
    });
    await followers.refunded(transaction, key, refund, now);
  }

  async function linesFor(
    transaction: TenantTransaction,
    { tenantId, order }: Settled,
    { amount, named }: { amount: number; named: readonly { line_id: string; amount: number }[] },
  ) {
    if (amount === 0) return [];
    const shares = await repository.listShares(transaction, tenantId, order.id);
    const reserved = await repository.sumOpenRefunds(transaction, tenantId, order.id);
    const byLine = new Map(named.map((line) => [line.line_id, line.amount]));
    return linesOfRefund(amount, shares, { named: byLine, reserved });
  }

  /** One that nobody here asked for is shared over what is left. */
  async function foreignRefund(
    transaction: TenantTransaction,
    settled: Settled,
    { provider_ref, amount, origin }: Advance['foreign'][number],
  ): Promise<void> {
    const { tenantId, payment, now } = settled;
    const { isWhole, balance } = await repository.findSuspense(transaction, tenantId, payment);
    const ofLines = isWhole ? 0 : amount - Math.min(amount, balance);
    const lines = await linesFor(transaction, settled, { amount: ofLines, named: [] });
    const id = uuidv7();
    await repository.insertRefund(
      transaction,
      {
        tenant_id: tenantId,
        id,
        payment_id: payment.id,
        amount,
        origin,
        state: 'done',
        provider_ref,
        asked_by: null,
        asked_at: now,
        ended_at: now,
      },
      lines,
    );
    await giveBack(transaction, settled, { id, amount, origin });
  }

  /** What was done before has come back from the buyer's bank. */
  async function failRefund(
    transaction: TenantTransaction,
    settled: Settled,
    refund: RefundRow,
  ): Promise<void> {
    const { tenantId, payment, now } = settled;
    if (refund.state === 'done') {
      const { currency } = await repository.findSuspense(transaction, tenantId, payment);
      await bookCameBack(transaction, settled, { ...refund, currency });
    }
    await noteRefund(transaction, addTask, { tenantId, refund, kind: 'refund_failed', now });
  }

  return async function giveBackAsSeen(
    transaction: TenantTransaction,
    settled: Settled,
    known: readonly RefundRow[],
    next: Advance,
  ): Promise<void> {
    const { tenantId, now } = settled;
    for (const { id, provider_ref, state } of next.refunds) {
      const refund = known.find((each) => each.id === id);
      if (!refund) continue;
      const ended_at = state === 'sent' ? null : now;
      await repository.updateRefund(
        transaction,
        { tenant_id: tenantId, id },
        { state, provider_ref, ended_at },
      );
      if (state === 'done') await giveBack(transaction, settled, refund);
      if (state === 'failed') await failRefund(transaction, settled, refund);
    }
    for (const each of next.foreign) await foreignRefund(transaction, settled, each);
  };
}
