import type { TenantTransaction } from '#server/platform/database.ts';
import { tenantColumns } from '#server/platform/tables.ts';

/** The school itself; undefined for one that nobody registered, and for an organization. */
export function findRegistered(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('id', '=', tenantId)
    .where('registered_at', 'is not', null)
    .where('is_organization', '=', false)
    .where('is_platform', '=', false)
    .executeTakeFirst();
}

export function findFirstClass(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('school_classes')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function hasStudents(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'student')
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cards that were thrown away before they were printed are none. */
export async function hasCards(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('login_cards')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('reason', 'is', null), where('reason', '!=', 'not_printed')]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Somebody teaches here, or is invited to. */
export async function hasTeacher(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', 'in', ['teacher', 'teacher_admin'])
    .where('archived_at', 'is', null)
    .unionAll(
      transaction
        .selectFrom('invitations')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('role', 'in', ['teacher', 'teacher_admin'])
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setHidden(transaction: TenantTransaction, tenantId: string, hidden_at: Date | null) {
  await transaction
    .updateTable('tenants')
    .set({ setup_hidden_at: hidden_at })
    .where('id', '=', tenantId)
    .where('registered_at', 'is not', null)
    .execute();
}
