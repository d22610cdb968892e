import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

/** By then the link is too old. */
export const oldEmailChanges = oldRows('email_changes', { since: 'expires_at', keptFor: 0 });

export async function insertEmailChange(
  transaction: TenantTransaction,
  change: {
    tenant_id: string;
    id: string;
    user_id: string;
    email: string;
    token_hash: Buffer;
    asked_by: string;
    asked_at: Date;
    expires_at: Date;
    old_email: string;
    /** Null where the person asked. */
    stop_hash: Buffer | null;
  },
) {
  await transaction.insertInto('email_changes').values(change).execute();
}

/** No link that was sent to this person so far works any more. */
export async function endEmailChanges(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  now: Date,
) {
  await transaction
    .updateTable('email_changes')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function findPendingEmail(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('email_changes')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Locked: of two who open a link at the same moment one uses it. */
export function lockOpenChange(
  transaction: TenantTransaction,
  tenantId: string,
  { token_hash, now }: { token_hash: Buffer; now: Date },
) {
  return transaction
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'email', 'asked_by'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', token_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** The links that this person asked for, for others, work no longer. Answers whom they were for. */
export async function endChangesAskedBy(
  transaction: TenantTransaction,
  tenantId: string,
  askedBy: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('email_changes')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('asked_by', '=', sql<string>`any(${askedBy}::uuid[])`)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function markConfirmed(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set({ confirmed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/**
 * The change that the link to the old address stops: one that waits, or was confirmed. None that was stopped, or taken back
 * before it was confirmed.
 */
export async function findStoppable(
  transaction: TenantTransaction,
  tenantId: string,
  { stop_hash, now }: { stop_hash: Buffer; now: Date },
  { lock = false }: { lock?: boolean } = {},
) {
  const row = await transaction
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'email', 'old_email', 'asked_by', 'confirmed_at'])
    .where('tenant_id', '=', tenantId)
    .where('stop_hash', '=', stop_hash)
    .where('stopped_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) => where.or([where('ended_at', 'is', null), where('confirmed_at', 'is not', null)]))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row || row.old_email === null) return undefined;
  return { ...row, old_email: row.old_email };
}

export async function markStopped(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set({ ended_at: now, stopped_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
