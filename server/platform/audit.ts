import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { TenantTransaction } from './database.ts';
import { inBatches } from './in-batches.ts';
import { sharedWork, type AuditRow } from './shared-work.ts';

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

function toRow(entry: AuditEntry): AuditRow {
  return {
    tenant_id: entry.tenant_id,
    id: uuidv7(),
    actor_id: entry.actor_id,
    action: entry.action,
    subject_id: entry.subject_id ?? null,
    details: JSON.stringify(entry.details ?? {}),
  };
}

export async function insertAuditEntries(
  transaction: TenantTransaction,
  rows: readonly AuditRow[],
): Promise<void> {
  for (const batch of inBatches(rows)) await transaction.insertInto('audit_entries').values(batch).execute();
}
