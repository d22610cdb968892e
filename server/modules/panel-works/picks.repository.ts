import type { TenantTransaction } from '#server/platform/database.ts';

/** A work of a school, by both ids. */
export interface PickedPlace {
  school_id: string;
  work_id: string;
}

/** The latest pick first. `tenantId`: the platform. */
export async function listPicks(
  transaction: TenantTransaction,
  tenantId: string,
  limit: number,
): Promise<PickedPlace[]> {
  return await transaction
    .selectFrom('work_picks')
    .select(['school_id', 'work_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('picked_at', 'desc')
    .orderBy('work_id')
    .limit(limit)
    .execute();
}

export async function isPicked(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id }: PickedPlace,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('work_picks')
    .select('work_id')
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** False where it was picked before. */
export async function insertPick(
  transaction: TenantTransaction,
  tenantId: string,
  { now, ...place }: PickedPlace & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('work_picks')
    .values({ tenant_id: tenantId, ...place, picked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where it was not picked. */
export async function deletePick(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id }: PickedPlace,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('work_picks')
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Of the tenant at hand: where it and its pages are, and whether it rests. */
export async function findSchool(transaction: TenantTransaction, tenantId: string) {
  return await transaction
    .selectFrom('tenants')
    .select(['school_name', 'country', 'subdomain', 'verified_host', 'is_platform', 'suspended_at'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
}
