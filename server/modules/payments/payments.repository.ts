import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Day } from '#contract/kit/day.ts';
import type { PaymentState } from '#contract/payments/payments.schema.ts';
import type { Party } from '#contract/orders/shares.rules.ts';
import { isOver } from '#contract/subscriptions/periods.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import type { Insertable, Updateable } from 'kysely';
import { listTransfers } from '../providers/bank-transfers.repository.ts';

const orderColumns = ['id', 'state', 'currency', 'is_test'] as const;
const refundColumns = ['id', 'payment_id', 'amount', 'origin', 'reason', 'state', 'provider_ref'] as const;
const paymentColumns = [
  'id',
  'order_id',
  'provider',
  'provider_ref',
  'attempt',
  'state',
  'currency',
  'amount',
  'captured',
  'fee',
  'is_disputed',
  'sealed_pay_url',
  'expires_at',
  'looked_at',
  'begun_at',
  'ended_at',
] as const;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;
export type RefundRow = Awaited<ReturnType<typeof listRefunds>>[number];
export type ShareRow = Awaited<ReturnType<typeof listShares>>[number];

/** Before any of its payments, so that two looks come one after the other. */
export function lockOrder(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('orders')
    .select(orderColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findPayment(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The latest first. */
export function listPayments(transaction: TenantTransaction, tenantId: string, orderId: string) {
  return transaction
    .selectFrom('payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .execute();
}

export async function insertPayment(
  transaction: TenantTransaction,
  payment: Omit<Insertable<Tables['payments']>, 'id'>,
): Promise<string> {
  const id = uuidv7();
  await transaction
    .insertInto('payments')
    .values({ ...payment, id })
    .execute();
  return id;
}

export async function updatePayment(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  changes: Updateable<Tables['payments']>,
): Promise<void> {
  await transaction
    .updateTable('payments')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export async function updateOrder(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  changes: Updateable<Tables['orders']>,
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export function listRefunds(transaction: TenantTransaction, tenantId: string, paymentId: string) {
  return transaction
    .selectFrom('refunds')
    .select(refundColumns)
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

export function findRefund(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('refunds')
    .select(refundColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertRefund(
  transaction: TenantTransaction,
  refund: Insertable<Tables['refunds']>,
  lines: readonly { line_id: string; amount: number }[],
): Promise<void> {
  await transaction.insertInto('refunds').values(refund).execute();
  if (lines.length === 0) return;
  const { tenant_id, id: refund_id } = refund;
  await transaction
    .insertInto('refund_lines')
    .values(lines.map(({ line_id, amount }) => ({ tenant_id, refund_id, line_id, amount })))
    .execute();
}

export async function updateRefund(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  changes: Updateable<Tables['refunds']>,
): Promise<void> {
  await transaction
    .updateTable('refunds')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export function listRefundLines(transaction: TenantTransaction, tenantId: string, refundId: string) {
  return transaction
    .selectFrom('refund_lines')
    .select(['line_id', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', refundId)
    .orderBy('line_id')
    .execute();
}

/** What was asked back of each line of an order and has neither come nor failed. */
export async function sumOpenRefunds(
  transaction: TenantTransaction,
  tenantId: string,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ line_id: string; amount: number }>`
    select part.line_id, sum(part.amount)::bigint as amount from refund_lines as part
    join refunds as refund on refund.tenant_id = ${tenantId} and refund.id = part.refund_id
    join payments as payment on payment.tenant_id = ${tenantId} and payment.id = refund.payment_id
    where part.tenant_id = ${tenantId} and payment.order_id = ${orderId} and refund.state in ('asked', 'sent')
    group by part.line_id`.execute(transaction);
  return new Map(rows.map(({ line_id, amount }) => [line_id, amount]));
}

/** With the work of each line, and whether it is still on the shelf. */
export async function listLines(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const { rows } = await sql<{
    id: string;
    kind: Tables['order_lines']['kind'];
    amount: number;
    work_id: string | null;
    fulfilment: Tables['order_lines']['fulfilment'];
    is_there: boolean;
  }>`
    select line.id, line.kind, line.amount, line.work_id, line.fulfilment,
      line.work_id is null or work.state = 'published' as is_there
    from order_lines as line
    left join works as work on work.tenant_id = ${tenantId} and work.id = line.work_id
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId}
    order by line.place`.execute(transaction);
  return rows;
}

/** When its order is paid: what was sold is listed by it. */
export async function markLinesPaid(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('order_lines')
    .set({ paid_at: now })
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .execute();
}

/** Whether money for an order of a plan still buys it: nothing else was chosen meanwhile, and a period that gets more seats is not over. */
export async function waitsForPlan(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, now }: { orderId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{
    purpose: Tables['subscription_orders']['purpose'];
    period_end: Day;
  }>`
    select bought.purpose, bought.period_end::text as period_end from subscription_orders as bought
    where bought.tenant_id = ${tenantId} and bought.order_id = ${orderId} and bought.state = 'open'`.execute(
    transaction,
  );
  return rows.some(({ purpose, period_end }) => purpose === 'period' || !isOver(period_end, now));
}

export async function setFulfilment(
  transaction: TenantTransaction,
  tenantId: string,
  { id, fulfilment }: { id: string; fulfilment: NonNullable<Tables['order_lines']['fulfilment']> },
): Promise<void> {
  await transaction
    .updateTable('order_lines')
    .set({ fulfilment })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function listShares(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const { rows } = await sql<{
    line_id: string;
    party: Party;
    cause_id: string | null;
    amount: number;
    refunded: number;
  }>`
    select share.line_id, share.party, share.cause_id, share.amount, share.refunded
    from order_lines as line
    join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId}
    order by line.place, share.party`.execute(transaction);
  return rows;
}

/**
 * @returns whether the share is in a payout or was written off: then the platform bears what goes back (law 11: a cause never gives
 * back)
 */
export async function addRefunded(
  transaction: TenantTransaction,
  tenantId: string,
  { line_id, party, amount }: { line_id: string; party: Party; amount: number },
): Promise<{ isPaidOut: boolean }> {
  const isPaidOut = sql`(payout_id is not null or exists (
    select from written_off_shares as written
    where written.tenant_id = ${tenantId} and written.line_id = ${line_id} and written.party = ${party}))`;
  const { rows } = await sql<{ is_paid_out: boolean }>`
    update order_shares set refunded = refunded + ${amount}::bigint,
      lost = lost + case when ${isPaidOut} then ${amount}::bigint else 0 end
    where tenant_id = ${tenantId} and line_id = ${line_id} and party = ${party}
    returning ${isPaidOut} as is_paid_out`.execute(transaction);
  return { isPaidOut: rows[0]?.is_paid_out === true };
}

/** What was transferred before is not transferred again. */
export async function insertTransfers(
  transaction: TenantTransaction,
  transfers: readonly Insertable<Tables['transfers']>[],
): Promise<void> {
  if (transfers.length === 0) return;
  await transaction
    .insertInto('transfers')
    .values([...transfers])
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .execute();
}

export async function insertTrackEvent(
  transaction: TenantTransaction,
  event: Omit<Insertable<Tables['track_events']>, 'id'>,
): Promise<void> {
  await transaction
    .insertInto('track_events')
    .values({ ...event, id: uuidv7() })
    .execute();
}

/** @returns false where it came before */
export async function insertEvent(
  transaction: TenantTransaction,
  event: Insertable<Tables['payment_events']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Refunds that a provider without a list of them told of. */
export async function listToldRefunds(
  transaction: TenantTransaction,
  tenantId: string,
  paymentId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('payment_events')
    .select('refund_ref')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('refund_ref', 'is not', null)
    .execute();
  return rows.map(({ refund_ref }) => refund_ref).filter((ref) => ref !== null);
}

/** Nobody pays any more what has not come by then. */
export const openStates: readonly PaymentState[] = ['begun', 'waiting'];

/** What of a payment is in suspense: all that it brought (`isWhole`), or refunds that came back. */
export async function findSuspense(
  transaction: TenantTransaction,
  tenantId: string,
  { id, currency }: { id: string; currency: string },
): Promise<{ isWhole: boolean; currency: string; balance: number }> {
  const { rows } = await sql<{ currency: string; balance: number; is_whole: boolean }>`
    select currency, sum(case when credit = 'suspense' then amount else -amount end)::bigint as balance,
      bool_or(key = ${`capture ${id}`}) as is_whole
    from transfers where tenant_id = ${tenantId} and payment_id = ${id} and 'suspense' in (debit, credit)
    group by currency`.execute(transaction);
  const [row] = rows;
  return row
    ? { isWhole: row.is_whole, currency: row.currency, balance: row.balance }
    : { isWhole: false, currency, balance: 0 };
}

/** Payments of an order with what came and went back of each, the latest first. */
export async function listWithRefunds(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const payments = await listPayments(transaction, tenantId, orderId);
  const described = [];
  for (const { id, provider, state, currency, amount, captured, is_disputed, begun_at } of payments) {
    const rows = await listRefunds(transaction, tenantId, id);
    const refunds = rows.map(({ payment_id: _payment, provider_ref: _ref, ...refund }) => refund);
    const recorded = await listTransfers(transaction, tenantId, id);
    described.push({
      id,
      provider,
      state,
      amount,
      captured,
      is_disputed,
      begun_at: begun_at.toISOString(),
      in_suspense: (await findSuspense(transaction, tenantId, { id, currency })).balance,
      transfers: recorded.map(({ payment_id: _payment, ...transfer }) => transfer),
      refunds,
    });
  }
  return described;
}
