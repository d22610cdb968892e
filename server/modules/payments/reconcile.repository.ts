import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Payments that can still change at their provider: captured since a day, or disputed. */
export async function listWatched(
  transaction: TenantTransaction,
  tenantId: string,
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where tenant_id = ${tenantId} and state = 'captured' and (is_disputed or ended_at >= ${since})
    order by begun_at`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** What the ledger has on the clearing account for one payment, in minor units of its currency. */
export async function clearedFor(
  transaction: TenantTransaction,
  tenantId: string,
  paymentId: string,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case when debit like 'clearing.%' then amount else -amount end), 0)::bigint as sum
    from transfers
    where tenant_id = ${tenantId} and payment_id = ${paymentId}
      and (debit like 'clearing.%' or credit like 'clearing.%')`.execute(transaction);
  return rows[0]?.sum ?? 0;
}

export interface Difference {
  account: string;
  currency: string;
  is_test: boolean;
  ledger: number;
  expected: number;
}

/** Clearing accounts that have not what payments, fees and refunds add up to. */
export async function listClearingDifferences(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with ledger as (
      select case when debit like 'clearing.%' then debit else credit end as account, currency, is_test,
        sum(case when debit like 'clearing.%' then amount else -amount end)::bigint as sum
      from transfers
      where tenant_id = ${tenantId} and (debit like 'clearing.%' or credit like 'clearing.%')
      group by 1, 2, 3
    ), expected as (
      select 'clearing.' || payment.provider as account, payment.currency, made.is_test,
        sum(payment.captured - coalesce(payment.fee, 0) - coalesce((
          select sum(refund.amount) from refunds as refund
          where refund.tenant_id = ${tenantId} and refund.payment_id = payment.id and refund.state = 'done'
        ), 0))::bigint as sum
      from payments as payment
      join orders as made on made.tenant_id = ${tenantId} and made.id = payment.order_id
      where payment.tenant_id = ${tenantId} and payment.state = 'captured'
      group by 1, 2, 3
    )
    select account, currency, is_test, coalesce(ledger.sum, 0) as ledger, coalesce(expected.sum, 0) as expected
    from ledger full join expected using (account, currency, is_test)
    where coalesce(ledger.sum, 0) <> coalesce(expected.sum, 0)
    order by 1, 2, 3`.execute(transaction);
  return rows;
}

/**
 * Parties to whom the ledger gives something else than the shares of what was paid and not given back (law 5). What was given back
 * of a share in a payout is not taken from its party.
 */
export async function listShareDifferences(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with moved as (
      select credit as account, currency, is_test, amount from transfers
      where tenant_id = ${tenantId} and line_id is not null and credit in ('tax', 'platform', 'school', 'cause')
      union all
      select debit, currency, is_test, -amount from transfers
      where tenant_id = ${tenantId} and line_id is not null and debit in ('tax', 'platform', 'school', 'cause')
    ), ledger as (
      select account, currency, is_test, sum(amount)::bigint as sum from moved group by 1, 2, 3
    ), expected as (
      select share.party as account, made.currency, made.is_test, sum(share.amount - share.refunded + share.lost)::bigint as sum
      from orders as made
      join order_lines as line on line.tenant_id = ${tenantId} and line.order_id = made.id
      join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id
      where made.tenant_id = ${tenantId} and made.state in ('paid', 'refunded')
      group by 1, 2, 3
    )
    select account, currency, is_test, coalesce(ledger.sum, 0) as ledger, coalesce(expected.sum, 0) as expected
    from ledger full join expected using (account, currency, is_test)
    where coalesce(ledger.sum, 0) <> coalesce(expected.sum, 0)
    order by 1, 2, 3`.execute(transaction);
  return rows;
}

/** A part of a payout, what its shares come to, and what of it was transferred. Minor units. */
export interface PayoutDifference {
  payout_id: string;
  currency: string;
  amount: number;
  shares: number;
  transferred: number;
}

/** Payouts that are not the sum of their shares, or were not transferred once they were sent (law 11). */
export async function listPayoutDifferences(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<PayoutDifference[]> {
  const { rows } = await sql<PayoutDifference>`
    select part.payout_id, part.currency, part.amount, of.shares, of.transferred
    from payout_parts as part
    cross join lateral (
      select
        (select coalesce(sum(share.amount - share.refunded + share.lost), 0)::bigint from order_shares as share
          where share.tenant_id = ${tenantId} and share.payout_id = part.payout_id) as shares,
        (select coalesce(sum(transfer.amount), 0)::bigint from transfers as transfer
          where transfer.tenant_id = ${tenantId} and transfer.payout_id = part.payout_id
            and transfer.credit = 'bank') as transferred
    ) as of
    where part.tenant_id = ${tenantId} and part.state <> 'cancelled' and (part.amount <> of.shares
      or of.transferred <> case when part.state in ('sent', 'proved') then part.amount else 0 end)
    order by part.payout_id`.execute(transaction);
  return rows;
}
