import { sql, type RawBuilder } from 'kysely';
import type { Unsettled } from '#contract/closings/closings.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Whether a row called `share`, of an order called `paid`, is the school's and was neither paid out, given back nor written off. */
export const isUnpaidShare = (tenantId: string): RawBuilder<boolean> => sql`(
  share.party = 'school' and share.payout_id is null and share.payable_on is not null
  and share.amount > share.refunded and not paid.is_test and not exists (
    select from written_off_shares as written
    where written.tenant_id = ${tenantId} and written.line_id = share.line_id and written.party = share.party))`;

/**
 * Money of a school that is on its way. While there is some nothing of the school is deleted: a buyer could not be written to any
 * more, and a share would be nobody's. In the school's scope.
 */
export async function listUnsettled(transaction: TenantTransaction, tenantId: string): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select what, count from (
      select 1 as place, 'refunds' as what, count(*)::int as count from refunds
      where tenant_id = ${tenantId} and state in ('asked', 'sent')
      union all
      select 2, 'payments', count(*)::int from payments
      where tenant_id = ${tenantId} and state in ('begun', 'waiting')
      union all
      select 3, 'payouts', count(*)::int from payout_parts
      where tenant_id = ${tenantId} and state = 'prepared'
      union all
      select 4, 'shares', count(*)::int from order_shares as share
      join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
      join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
      where share.tenant_id = ${tenantId} and ${isUnpaidShare(tenantId)}
    ) as counted where count > 0 order by place`.execute(transaction);
  return rows;
}
