import { sql } from 'kysely';
import type { UnpaidAmount } from '#contract/closings/closings.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { isUnpaidShare } from './unsettled.ts';

export function findWriteOffAsk(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('write_off_asks')
    .select(['asked_by', 'reason', 'asked_at', 'code_hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** The latest one asked for takes the place of an earlier one. */
export async function putWriteOffAsk(
  transaction: TenantTransaction,
  ask: { tenant_id: string; asked_by: string; reason: string; asked_at: Date; code_hash: Buffer | null },
): Promise<void> {
  await transaction
    .insertInto('write_off_asks')
    .values(ask)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...ask, code_tries: 0 }))
    .execute();
}

/** Counts the try, right or wrong. @returns null after too many */
export async function countWriteOffTry(
  transaction: TenantTransaction,
  tenantId: string,
  most: number,
): Promise<Buffer | null> {
  const row = await transaction
    .updateTable('write_off_asks')
    .set((each) => ({ code_tries: each('code_tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('code_tries', '<', most)
    .where('code_hash', 'is not', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash ?? null;
}

export async function removeWriteOffAsk(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await transaction.deleteFrom('write_off_asks').where('tenant_id', '=', tenantId).execute();
}

/** What is left of the shares of a school that were not paid out, by currency. Minor units. */
export async function sumUnpaid(transaction: TenantTransaction, tenantId: string): Promise<UnpaidAmount[]> {
  const { rows } = await sql<UnpaidAmount>`
    select paid.currency, sum(share.amount - share.refunded)::bigint as amount
    from order_shares as share
    join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
    where share.tenant_id = ${tenantId} and ${isUnpaidShare(tenantId)}
    group by paid.currency order by paid.currency`.execute(transaction);
  return rows;
}

/** Locks the orders of what is not paid out, as whoever gives money back does: a refund comes before or after. */
export async function lockUnpaid(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await sql`
    select from orders as paid
    where paid.tenant_id = ${tenantId} and paid.id in (
      select line.order_id from order_shares as share
      join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
      where share.tenant_id = ${tenantId} and line.order_id = paid.id and ${isUnpaidShare(tenantId)})
    order by paid.id for no key update of paid`.execute(transaction);
}

/** Notes what is left of each share that was not paid out: it is the school's no more. */
export async function insertWrittenOff(
  transaction: TenantTransaction,
  tenantId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await sql`
    insert into written_off_shares (tenant_id, line_id, party, amount, reason, written_off_at)
    select share.tenant_id, share.line_id, share.party, share.amount - share.refunded, ${reason}, ${now}
    from order_shares as share
    join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
    where share.tenant_id = ${tenantId} and ${isUnpaidShare(tenantId)}`.execute(transaction);
}
