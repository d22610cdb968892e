import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { askRefund } from './asked-refunds.ts';
import { leftOf } from './ledger.ts';
import { holdSending } from './held-shares.ts';
import * as repository from './payments.repository.ts';
import type { RefundRow } from './payments.repository.ts';

/** What is asked back of an order. */
export interface Asked {
  /** Made where it is asked: the same refund asked twice is one. */
  id: string;
  /** Null: all that is left of a line. */
  lines: readonly { line_id: string; amount: number | null }[];
  origin: RefundRow['origin'];
  reason: string;
  asked_by: string | null;
  now: Date;
}

export type Refunding = ReturnType<typeof createRefunding>;

/** Asks money of an order back: what is asked here is reserved, sent by a task, and true once the provider says so. */
export function createRefunding({ addTask }: { addTask: DueWork['add'] }) {
  /** @throws Problem `orders.id_taken` */
  async function isAsked(
    transaction: TenantTransaction,
    tenantId: string,
    { id, orderId }: { id: string; orderId: string },
  ): Promise<boolean> {
    const known = await repository.findRefund(transaction, tenantId, id);
    if (!known) return false;
    const payment = await repository.findPayment(transaction, tenantId, known.payment_id);
    if (payment?.order_id !== orderId) throw new Problem(orderProblems.id_taken);
    return true;
  }

  return {
    isAsked,

    /**
     * @throws Problem `orders.not_found`, `orders.not_ready` where nothing was paid, `orders.more_than_paid`, `orders.id_taken`
     */
    async ask(
      transaction: TenantTransaction,
      tenantId: string,
      { orderId, ...asked }: Asked & { orderId: string },
    ): Promise<void> {
      const order = await repository.lockOrder(transaction, tenantId, orderId);
      if (!order) throw new Problem(orderProblems.not_found);
      const payments = await repository.listPayments(transaction, tenantId, orderId);
      if (await isAsked(transaction, tenantId, { id: asked.id, orderId })) return;
      const payment = await keptPayment(transaction, tenantId, payments);
      if (!payment || order.state === 'placed' || order.state === 'lapsed')
        throw new Problem(orderProblems.not_ready);
      const lines = await linesLeft(transaction, tenantId, orderId, asked.lines);
      const amount = sumOf(lines.map((line) => line.amount));
      const { now, ...facts } = asked;
      await askRefund(transaction, addTask, {
        ...facts,
        tenant_id: tenantId,
        payment_id: payment.id,
        amount,
        asked_at: now,
        lines: lines.map(({ line_id, amount: ofLine }) => ({ line_id, amount: ofLine })),
      });
      const whole = new Set(lines.filter(({ isWhole }) => isWhole).map(({ line_id }) => line_id));
      // What is given back whole is not read, made or sent any more.
      for (const { id, fulfilment } of await repository.listLines(transaction, tenantId, orderId))
        if (whole.has(id) && (fulfilment === 'ready' || fulfilment === 'to_make'))
          await repository.setFulfilment(transaction, tenantId, { id, fulfilment: 'withdrawn' });
      await holdSending(transaction, tenantId, { orderId, now, except: [...whole] });
    },
  };
}

/** The one payment whose money is on the order. */
async function keptPayment(
  transaction: TenantTransaction,
  tenantId: string,
  payments: Awaited<ReturnType<typeof repository.listPayments>>,
) {
  for (const payment of payments)
    if (
      payment.state === 'captured' &&
      !(await repository.findSuspense(transaction, tenantId, payment)).isWhole
    )
      return payment;
  return null;
}

/** @throws Problem `orders.more_than_paid`, `orders.not_found` */
async function linesLeft(
  transaction: TenantTransaction,
  tenantId: string,
  orderId: string,
  wanted: Asked['lines'],
): Promise<{ line_id: string; amount: number; isWhole: boolean }[]> {
  const shares = await repository.listShares(transaction, tenantId, orderId);
  const open = await repository.sumOpenRefunds(transaction, tenantId, orderId);
  const left = new Map(
    // What went back at the provider may have come out of what is asked for here.
    leftOf(shares).map(({ line_id, total }) => [line_id, Math.max(0, total - (open.get(line_id) ?? 0))]),
  );
  const lines = wanted.map(({ line_id, amount }) => {
    const most = left.get(line_id);
    if (most === undefined) throw new Problem(orderProblems.not_found);
    const asked = amount ?? most;
    if (asked > most || asked === 0)
      throw new Problem(orderProblems.more_than_paid, { details: { line_id, left: most } });
    return { line_id, amount: asked, isWhole: asked === most };
  });
  if (new Set(lines.map(({ line_id }) => line_id)).size !== lines.length)
    throw new Problem(orderProblems.more_than_paid);
  return lines;
}
