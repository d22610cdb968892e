import type { TenantTransaction } from '#server/platform/database.ts';

/** What people choose and write of themselves, locked: two devices of one person come one after the other. */
export function lockOwnThings(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['avatar', 'about_me'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setOwnThings(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  things: { avatar?: string; about_me?: string },
  now: Date,
) {
  await transaction
    .updateTable('users')
    .set({ ...things, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute();
}
