import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DeletionPlan, GoingTable } from './deletion-order.ts';

interface ClosingKey {
  tenant_id: string;
  closing_id: string;
}

export interface OpenClosing {
  id: string;
  is_by_platform: boolean;
  reason: string;
  begun_at: Date;
  due_at: Date;
  receipt_name: string | null;
  receipt_to: string | null;
  audit_hash: Buffer | null;
}

/** The closing of a school that is past its date, by the clock of the database as well; locked. */
export async function lockPast(
  transaction: TenantTransaction,
  { tenant_id, closing_id }: ClosingKey,
): Promise<{ closing: OpenClosing | undefined; isPast: boolean }> {
  const closing = await transaction
    .selectFrom('closings')
    .select(['id', 'is_by_platform', 'reason', 'begun_at', 'due_at', 'audit_hash'])
    .select(['receipt_name', 'receipt_to'])
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', closing_id)
    .where('kept_at', 'is', null)
    .where('gone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<{ is_past: boolean }>`
    select is_past_closing(${tenant_id}) as is_past`.execute(transaction);
  return { closing, isPast: rows[0]?.is_past === true };
}

export async function countRows(
  transaction: TenantTransaction,
  tenantId: string,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(transaction);
  return rows[0]?.count ?? 0;
}

export async function insertCounts(
  transaction: TenantTransaction,
  key: ClosingKey,
  counts: readonly { table_name: string; before: number }[],
): Promise<void> {
  await transaction
    .insertInto('closing_counts')
    .values(counts.map((count) => ({ ...key, ...count })))
    .execute();
}

export function listCounts(transaction: TenantTransaction, { tenant_id, closing_id }: ClosingKey) {
  return transaction
    .selectFrom('closing_counts')
    .select(['table_name', 'before', 'gone'])
    .where('tenant_id', '=', tenant_id)
    .where('closing_id', '=', closing_id)
    .orderBy('table_name')
    .execute();
}

async function addGone(
  transaction: TenantTransaction,
  { tenant_id, closing_id }: ClosingKey,
  table: string,
  gone: number,
): Promise<void> {
  await transaction
    .updateTable('closing_counts')
    .set((row) => ({ gone: row('gone', '+', gone) }))
    .where('tenant_id', '=', tenant_id)
    .where('closing_id', '=', closing_id)
    .where('table_name', '=', table)
    .execute();
}

/** Takes people of the school, and titles of children's books, out of what stays. */
export async function loosen(
  transaction: TenantTransaction,
  tenantId: string,
  { loosened }: DeletionPlan,
): Promise<void> {
  await sql`update order_lines set title = 'A book' where tenant_id = ${tenantId} and work_id is not null`.execute(
    transaction,
  );
  await sql`update orders set buyer_email = null where tenant_id = ${tenantId} and buyer_email is not null`.execute(
    transaction,
  );
  for (const { table, columns } of loosened) {
    const emptied = sql.join(columns.map((column) => sql`${sql.ref(column)} = null`));
    const isFull = sql.join(
      columns.map((column) => sql`${sql.ref(column)} is not null`),
      sql` and `,
    );
    await sql`update ${sql.table(table)} set ${emptied} where tenant_id = ${tenantId} and ${isFull}`.execute(
      transaction,
    );
  }
}

/** Rows to which none of the same table refers. */
function leaves({ name, own }: GoingTable): RawBuilder<boolean> {
  const conditions = own.map(({ columns, to_columns }) => {
    const joined = columns.map(
      (column, place) => sql`other.${sql.ref(column)} = going.${sql.ref(to_columns[place] ?? column)}`,
    );
    return sql`not exists (select from ${sql.table(name)} as other where ${sql.join(joined, sql` and `)})`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Deletes some rows of a table, and notes how many. @returns how many */
export async function deleteSome(
  transaction: TenantTransaction,
  key: ClosingKey,
  table: GoingTable,
  most: number,
): Promise<number> {
  const { tenant_id } = key;
  const name = sql.table(table.name);
  const places = sql`array(
    select going.ctid from ${name} as going where going.tenant_id = ${tenant_id} and ${leaves(table)} limit ${most})`;
  const { numAffectedRows } = await sql`
    delete from ${name} where tenant_id = ${tenant_id} and ctid = any(${places})`.execute(transaction);
  const gone = Number(numAffectedRows ?? 0);
  await addGone(transaction, key, table.name, gone);
  return gone;
}

/** As `deleteSome`, from the first entry on, each hashed with the hash of all before it. */
export async function deleteAudit(
  transaction: TenantTransaction,
  key: ClosingKey,
  { audit_hash, most }: { audit_hash: Buffer | null; most: number },
): Promise<number> {
  const { tenant_id, closing_id } = key;
  const { rows } = await sql<{ line: string }>`
    with gone as (
      delete from audit_entries where tenant_id = ${tenant_id} and ctid = any(array(
        select ctid from audit_entries where tenant_id = ${tenant_id} order by created_at, id limit ${most}))
      returning tenant_id, id, actor_id, action, subject_id, details, created_at
    ) select row_to_json(gone)::text as line from gone order by created_at, id`.execute(transaction);
  let hash = audit_hash;
  for (const { line } of rows) {
    const next = createHash('sha256');
    if (hash) next.update(hash);
    hash = next.update(line).digest();
  }
  if (hash)
    await transaction
      .updateTable('closings')
      .set({ audit_hash: hash })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', closing_id)
      .execute();
  await addGone(transaction, key, 'audit_entries', rows.length);
  return rows.length;
}

/** From here to the end of the transaction no row that belongs to the school is added. */
export function lockTenant(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'subdomain'])
    .where('id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Those that the school belonged to or asked. */
export async function listOrganizations(transaction: TenantTransaction, tenantId: string): Promise<string[]> {
  const links = await transaction
    .selectFrom('organization_schools')
    .select('tenant_id')
    .where('school_id', '=', tenantId)
    .execute();
  return links.map((link) => link.tenant_id).filter((id) => id !== tenantId);
}

/** In the organization's scope. */
export async function unlink(
  transaction: TenantTransaction,
  organizationId: string,
  schoolId: string,
): Promise<void> {
  await transaction
    .deleteFrom('organization_schools')
    .where('tenant_id', '=', organizationId)
    .where('school_id', '=', schoolId)
    .execute();
}

/** Books and messages of the school that the platform shows go off its shelf and out of its editions. In the platform's scope. */
export async function forgetPicks(
  transaction: TenantTransaction,
  platformId: string,
  schoolId: string,
): Promise<void> {
  for (const table of ['work_picks', 'message_picks'] as const)
    await transaction
      .deleteFrom(table)
      .where('tenant_id', '=', platformId)
      .where('school_id', '=', schoolId)
      .execute();
  await transaction
    .updateTable('pick_suggestions')
    .set({ state: 'declined' })
    .where('tenant_id', '=', platformId)
    .where('school_id', '=', schoolId)
    .where('state', '=', 'open')
    .execute();
}

export async function endClosing(
  transaction: TenantTransaction,
  { tenant_id, closing_id }: ClosingKey,
  { gone_at, receipt, signature }: { gone_at: Date; receipt: string; signature: Buffer },
): Promise<void> {
  await transaction
    .updateTable('closings')
    .set({ gone_at, receipt, signature, receipt_name: null, receipt_to: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', closing_id)
    .execute();
  // The name and the subdomain stay, so that the address says it and nobody else gets it. A domain of their own is theirs again.
  await transaction
    .updateTable('tenants')
    .set({
      gone_at,
      updated_at: gone_at,
      school_email: null,
      first_name: null,
      last_name: null,
      logo: null,
      domain_url: null,
      verified_host: null,
    })
    .where('id', '=', tenant_id)
    .execute();
}
