import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { TenantTransaction } from './database.ts';
import { sharedWork } from './shared-work.ts';

export interface AuditEntry {
  tenant_id: string;
  actor_id: string | null;
  action: AuditAction;
  subject_id?: string;
  /** Facts about it; never a secret. */
  details?: Record<string, unknown>;
}

/**
 * Writes who did what in the transaction that does it, so that neither is there without the other. Where many calls
 * share a transaction, the entries of all are written together at its end.
 */
export async function audit(
  transaction: TenantTransaction,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const shared = sharedWork(transaction);
  if (shared) shared.auditEntries.push(...entries.map(toRow));
  else await insertAuditEntries(transaction, entries.map(toRow));
}

export type AuditRow = ReturnType<typeof toRow>;

function toRow(entry: AuditEntry) {
  return {
    tenant_id: entry.tenant_id,
    id: uuidv7(),
    actor_id: entry.actor_id,
    action: entry.action,
    subject_id: entry.subject_id ?? null,
    details: JSON.stringify(entry.details ?? {}),
  };
}

/** One text for any number of rows, so that it is planned once. */
export async function insertAuditEntries(
  transaction: TenantTransaction,
  rows: readonly AuditRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into audit_entries (tenant_id, id, actor_id, action, subject_id, details)
    select entry.tenant_id, entry.id, entry.actor_id, entry.action, entry.subject_id, entry.details
    from unnest(
      ${rows.map((row) => row.tenant_id)}::uuid[],
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.actor_id)}::uuid[],
      ${rows.map((row) => row.action)}::text[],
      ${rows.map((row) => row.subject_id)}::uuid[],
      ${rows.map((row) => row.details)}::jsonb[]
    ) as entry (tenant_id, id, actor_id, action, subject_id, details)`.execute(transaction);
}
