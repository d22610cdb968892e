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
    .select(['user_id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', token_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}
