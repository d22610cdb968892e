import type { TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';

/** By the panel's role. The platform's own site is no tenant of it. */
export function findLife(panel: Panel, tenantId: string) {
  return panel
    .selectFrom('tenants')
    .leftJoin('tenant_numbers', 'tenant_numbers.tenant_id', 'tenants.id')
    .select(['id', 'school_name', 'is_organization', 'registered_at', 'set_up_at', 'suspended_at'])
    .select(['closes_at', 'gone_at'])
    .select(['students', 'staff'])
    .where('id', '=', tenantId)
    .where('is_platform', '=', false)
    .executeTakeFirst();
}

/** Locked against a second act, in the tenant's own scope. */
export function lockLife(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_platform', 'registered_at', 'set_up_at', 'suspended_at'])
    .select(['closes_at', 'gone_at'])
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @param suspended_at null lets the tenant go on */
export async function setSuspended(
  transaction: TenantTransaction,
  tenantId: string,
  { suspended_at, now }: { suspended_at: Date | null; now: Date },
): Promise<void> {
  await transaction
    .updateTable('tenants')
    .set({ suspended_at, updated_at: now })
    .where('id', '=', tenantId)
    .execute();
}
