import { sql } from 'kysely';
import { payableFrom } from '#contract/causes/payouts.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/**
 * From when the shares of causes and of the school may be paid out: the first day that begins after the hold. Those of printed
 * books, and of sending them, are held from when the books are made.
 */
export async function holdShares(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, paidAt }: { orderId: string; paidAt: Date },
): Promise<void> {
  await sql`
    update order_shares as share set payable_on = ${payableFrom(paidAt)}::date
    from order_lines as line
    where share.tenant_id = ${tenantId} and share.party in ('cause', 'school')
      and line.tenant_id = ${tenantId} and line.id = share.line_id and line.order_id = ${orderId}
      and line.kind not in ('print', 'shipping')`.execute(transaction);
}

/** The hold of what sending costs begins where no printed book waits to be made any more, unless it goes back itself. */
export async function holdSending(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, now, except }: { orderId: string; now: Date; except: readonly string[] },
): Promise<void> {
  await sql`
    update order_shares as share set payable_on = ${payableFrom(now)}::date
    from order_lines as line
    where share.tenant_id = ${tenantId} and share.party in ('cause', 'school') and share.payable_on is null
      and line.tenant_id = ${tenantId} and line.id = share.line_id and line.order_id = ${orderId}
      and line.kind = 'shipping' and line.id <> all(${[...except]}::uuid[]) and not exists (
        select from order_lines as other
        where other.tenant_id = ${tenantId} and other.order_id = ${orderId} and other.fulfilment = 'to_make')`.execute(
    transaction,
  );
}
