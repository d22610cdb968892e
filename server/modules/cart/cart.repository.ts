import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

interface Owner {
  tenantId: string;
  userId: string;
}

/** What is in a cart, the latest last; of these works alone, where some are named. */
export async function listLines(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<CartRow[]> {
  let query = transaction
    .selectFrom('cart_lines')
    .select(['work_id', 'added_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('work_id');
  if (ids) query = query.where('work_id', 'in', [...ids]);
  const rows = await query.execute();
  return rows.map(({ work_id, added_at }) => ({ id: work_id, added_at: added_at.toISOString() }));
}

/** Two devices of a person come one after the other, so that a cart never takes more than it may. */
export async function lockOwner(transaction: TenantTransaction, { tenantId, userId }: Owner): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}

export async function insertLines(
  transaction: TenantTransaction,
  { tenantId, userId }: Owner,
  rows: readonly CartRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('cart_lines')
    .values(
      rows.map(({ id, added_at }) => ({
        tenant_id: tenantId,
        user_id: userId,
        work_id: id,
        added_at: new Date(added_at),
      })),
    )
    .execute();
}

export async function deleteLines(
  transaction: TenantTransaction,
  { tenantId, userId }: Owner,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom('cart_lines')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('work_id', 'in', [...ids])
    .execute();
}
