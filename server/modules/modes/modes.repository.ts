import type { Mode } from '#contract/modes/modes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** All of the platform, in their order, each with what this tenant has made of it. */
export async function listModes(transaction: TenantTransaction, tenantId: string): Promise<Mode[]> {
  const rows = await transaction
    .selectFrom('modes')
    .leftJoin('mode_locks', (join) =>
      join.onRef('mode_locks.mode_id', '=', 'modes.id').on('mode_locks.tenant_id', '=', tenantId),
    )
    .select(['id', 'name', 'image', 'active', 'status', 'locked_at'])
    .orderBy('position')
    .execute();
  return rows.map(({ locked_at, ...mode }) => ({ ...mode, locked: locked_at !== null }));
}

/** True where it was open before. */
export async function lockMode(
  transaction: TenantTransaction,
  lock: { tenant_id: string; mode_id: string; locked_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('mode_locks')
    .values(lock)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** True where it was locked before. */
export async function unlockMode(
  transaction: TenantTransaction,
  tenantId: string,
  modeId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('mode_locks')
    .where('tenant_id', '=', tenantId)
    .where('mode_id', '=', modeId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
