import { sql, type RawBuilder } from 'kysely';
import type { PayoutTo } from '#contract/causes/payouts.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { isRaised } from './cause-sums.ts';

export interface Hold {
  isTest: boolean;
  /** A day: shares whose hold was over on it. */
  upTo: string;
}

/**
 * What may be paid out: it is raised (or the school’s, under the same rule), its hold is over, nothing of its order is on its way
 * back, it is in no payout and was not written off (law 11). Of rows called `share` and of their orders, called `paid`.
 */
const isPayable = (tenantId: string, { isTest, upTo }: Hold): RawBuilder<boolean> => sql`(
  share.party in ('cause', 'school') and share.payout_id is null and share.payable_on <= ${upTo}::date
  and not exists (
    select from written_off_shares as written
    where written.tenant_id = ${tenantId} and written.line_id = share.line_id and written.party = share.party)
  and paid.is_test = ${isTest} and ${isRaised(tenantId)} and not exists (
    select from payments as payment
    join refunds as refund on refund.tenant_id = ${tenantId} and refund.payment_id = payment.id
    where payment.tenant_id = ${tenantId} and payment.order_id = paid.id and refund.state in ('asked', 'sent')))`;

const isFor = ({ kind, id }: PayoutTo): RawBuilder<boolean> =>
  kind === 'cause' ? sql`share.party = 'cause' and share.cause_id = ${id}` : sql`share.party = 'school'`;

/** What of one school could be paid out now: to each cause, and to itself; to one of them alone where it is named. Minor units. */
export async function sumPayable(
  transaction: TenantTransaction,
  tenantId: string,
  { to, ...hold }: Hold & { to: PayoutTo | undefined },
): Promise<{ cause_id: string | null; currency: string; amount: number }[]> {
  const { rows } = await sql<{ cause_id: string | null; currency: string; amount: number }>`
    select share.cause_id, paid.currency, sum(share.amount - share.refunded)::bigint as amount
    from order_shares as share
    join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
    where share.tenant_id = ${tenantId} and ${isPayable(tenantId, hold)} and ${to ? isFor(to) : sql`true`}
    group by share.cause_id, paid.currency`.execute(transaction);
  return rows;
}

/**
 * Takes shares of some orders into a payout, each once. The orders are locked first, as whoever gives money back does: a refund or
 * a dispute comes before or after, and never between the look and the taking.
 * @returns how many orders there were; 0 where none is left
 */
export async function takeShares(
  transaction: TenantTransaction,
  tenantId: string,
  payout: { id: string; to: PayoutTo; currency: string; now: Date; ordersAtOnce: number } & Hold,
): Promise<number> {
  const { id, to, currency, now, ordersAtOnce, ...hold } = payout;
  const eligible = sql`${isFor(to)} and paid.currency = ${currency} and ${isPayable(tenantId, hold)}`;
  const { rows: orders } = await sql<{ id: string }>`
    select paid.id from orders as paid
    where paid.tenant_id = ${tenantId} and paid.id in (
      select line.order_id from order_shares as share
      join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
      where share.tenant_id = ${tenantId} and line.order_id = paid.id and ${eligible})
    order by paid.id limit ${ordersAtOnce} for no key update of paid`.execute(transaction);
  if (orders.length === 0) return 0;
  await transaction
    .insertInto('payout_parts')
    .values({
      tenant_id: tenantId,
      payout_id: id,
      cause_id: to.kind === 'cause' ? to.id : null,
      currency,
      is_test: hold.isTest,
      made_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'payout_id']).doNothing())
    .execute();
  await sql`
    with taken as (
      update order_shares as share set payout_id = ${id}
      from order_lines as line, orders as paid
      where share.tenant_id = ${tenantId} and line.tenant_id = ${tenantId} and line.id = share.line_id
        and paid.tenant_id = ${tenantId} and paid.id = line.order_id
        and paid.id = any(${orders.map((order) => order.id)}::uuid[]) and ${eligible}
      returning share.amount - share.refunded as amount
    )
    update payout_parts set amount = amount + (select coalesce(sum(taken.amount), 0) from taken)
    where tenant_id = ${tenantId} and payout_id = ${id}`.execute(transaction);
  return orders.length;
}

/** What of a payout is of one school; 0 where nothing is. */
export async function partOf(
  transaction: TenantTransaction,
  tenantId: string,
  payoutId: string,
): Promise<number> {
  const row = await transaction
    .selectFrom('payout_parts')
    .select('amount')
    .where('tenant_id', '=', tenantId)
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}
