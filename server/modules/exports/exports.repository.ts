import { exportDays } from '#contract/exports/exports.schema.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** With their parts and links. */
export const oldExports = oldRows('exports', { since: 'expires_at', keptFor: 0 });

const columns = [
  'id',
  'asked_by',
  'is_by_platform',
  'asked_at',
  'attempt',
  'rows_done',
  'rows_total',
  'ready_at',
  'failed_at',
  'expires_at',
] as const;

export async function listExports(transaction: TenantTransaction, tenantId: string, now: Date) {
  const found = await transaction
    .selectFrom('exports')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const parts = await transaction
    .selectFrom('export_parts')
    .select(['export_id', 'part', 'bytes', 'sha256'])
    .where('tenant_id', '=', tenantId)
    .orderBy('part')
    .execute();
  return found.map((row) => ({
    ...row,
    parts: parts
      .filter(({ export_id }) => row.ready_at !== null && export_id === row.id)
      .map(({ part, bytes, sha256 }) => ({ part, bytes, sha256: sha256.toString('hex') })),
  }));
}

export type ExportRow = Awaited<ReturnType<typeof listExports>>[number];

/** From here to the end of the transaction nobody else begins one. @returns whether one is being made */
export async function lockExports(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  await lockName(transaction, `exports of ${tenantId}`);
  const waiting = await transaction
    .selectFrom('exports')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return waiting !== undefined;
}

export async function insertExport(
  transaction: TenantTransaction,
  row: { tenant_id: string; id: string; asked_by: string; is_by_platform: boolean; asked_at: Date },
): Promise<void> {
  const expires_at = new Date(row.asked_at.getTime() + (exportDays + 1) * day);
  await transaction
    .insertInto('exports')
    .values({ ...row, expires_at })
    .execute();
}

interface ExportKey {
  tenant_id: string;
  id: string;
}

export function findExport(transaction: TenantTransaction, { tenant_id, id }: ExportKey) {
  return transaction
    .selectFrom('exports')
    .select(columns)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What an attempt before wrote is written again. @returns false where there is no such export any more */
export async function beginExport(
  transaction: TenantTransaction,
  { tenant_id, id }: ExportKey,
  begun: { attempt: number; rows_total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('exports')
    .set({ ...begun, rows_done: 0 })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  for (const table of ['export_parts', 'export_chunks'] as const)
    await transaction
      .deleteFrom(table)
      .where('tenant_id', '=', tenant_id)
      .where('export_id', '=', id)
      .execute();
  return numUpdatedRows === 1n;
}

/** Locks the export for this attempt. @returns false where another one writes it by now */
export async function noteProgress(
  transaction: TenantTransaction,
  { tenant_id, id, attempt }: ExportKey & { attempt: number },
  rows_done: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('exports')
    .set({ rows_done })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertChunk(
  transaction: TenantTransaction,
  chunk: { tenant_id: string; export_id: string; part: number; place: number; content: Buffer },
): Promise<void> {
  await transaction.insertInto('export_chunks').values(chunk).execute();
}

export async function insertPart(
  transaction: TenantTransaction,
  part: { tenant_id: string; export_id: string; part: number; bytes: number; sha256: Buffer },
): Promise<void> {
  await transaction.insertInto('export_parts').values(part).execute();
}

export async function endExport(
  transaction: TenantTransaction,
  { tenant_id, id }: ExportKey,
  { is_ready, at }: { is_ready: boolean; at: Date },
): Promise<void> {
  const expires_at = new Date(at.getTime() + exportDays * day);
  await transaction
    .updateTable('exports')
    .set({ expires_at, ...(is_ready ? { ready_at: at } : { failed_at: at }) })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export async function insertLink(
  transaction: TenantTransaction,
  link: {
    tenant_id: string;
    token_hash: Buffer;
    export_id: string;
    part: number;
    made_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await transaction.insertInto('export_links').values(link).execute();
}

/** Once. @returns what it opens; undefined where it is used, over or none */
export async function useLink(
  transaction: TenantTransaction,
  { tenant_id, token_hash, now }: { tenant_id: string; token_hash: Buffer; now: Date },
) {
  const used = await transaction
    .updateTable('export_links')
    .set({ used_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['export_id', 'part'])
    .executeTakeFirst();
  if (!used) return undefined;
  return await transaction
    .selectFrom('export_parts')
    .select(['export_id', 'part', 'bytes'])
    .where('tenant_id', '=', tenant_id)
    .where('export_id', '=', used.export_id)
    .where('part', '=', used.part)
    .executeTakeFirst();
}

export async function findChunk(
  transaction: TenantTransaction,
  { tenant_id, export_id, part }: { tenant_id: string; export_id: string; part: number },
  place: number,
): Promise<Buffer | undefined> {
  const chunk = await transaction
    .selectFrom('export_chunks')
    .select('content')
    .where('tenant_id', '=', tenant_id)
    .where('export_id', '=', export_id)
    .where('part', '=', part)
    .where('place', '=', place)
    .executeTakeFirst();
  return chunk?.content;
}

/** Who asked, where there is still an address to write to. */
export function findAsker(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

export function findSchool(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_platform'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
}
