import { sql, type Insertable } from 'kysely';
import type { CertificateFacts } from '#contract/certificates/certificates.schema.ts';
import type { Cause } from '#contract/causes/causes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

const columns = [
  'tenant_id',
  'id',
  'public_id',
  'kind',
  'name',
  'facts',
  'line_id',
  'work_id',
  'withdrawn_at',
] as const;

/** Of one tenant; in the platform scope of any, with `tenantId` null. */
export function findCertificate(transaction: TenantTransaction, tenantId: string | null, publicId: string) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('public_id', '=', publicId)
    .$if(tenantId !== null, (query) => query.where('tenant_id', '=', tenantId))
    .executeTakeFirst();
}

/** @returns false where the gift has a valid one already */
export async function insertCertificate(
  transaction: TenantTransaction,
  { facts, ...certificate }: Omit<Insertable<Tables['certificates']>, 'facts'> & { facts: CertificateFacts },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('certificates')
    .values({ ...certificate, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false where it was withdrawn before */
export async function markWithdrawn(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  { now, reason }: { now: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('certificates')
    .set({ withdrawn_at: now, reason })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Valid ones of what a work raised for a cause, the latest first. */
export function listRaisedFor(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, causeId }: { workId: string; causeId: string },
) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('cause_id', '=', causeId)
    .where('withdrawn_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Of an order, in the order in which they were issued. */
export function listOfOrder(transaction: TenantTransaction, tenantId: string, orderId: string) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute();
}

/** Gifts of an order with what is left of each, and what stands in their certificates. */
export async function readGifts(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const { rows } = await sql<{
    line_id: string;
    currency: string;
    is_test: boolean;
    buyer_name: string | null;
    school: string;
    cause: Cause;
    left: number;
  }>`
    select line.id as line_id, made.currency, made.is_test, made.buyer_name, school.school_name as school,
      json_build_object('id', cause.id, 'name', cause.name, 'slug', cause.slug) as cause,
      share.amount - share.refunded as left
    from order_lines as line
    join orders as made on made.tenant_id = ${tenantId} and made.id = line.order_id
    join tenants as school on school.id = ${tenantId}
    join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id and share.party = 'cause'
    join causes as cause on cause.id = share.cause_id
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId} and line.kind = 'gift'
    order by line.place`.execute(transaction);
  return rows;
}
