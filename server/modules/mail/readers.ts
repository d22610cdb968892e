import type { Role } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

interface Reader {
  id: string;
  first_name: string;
  email: string;
}

/** People of a tenant with one of these roles and an e-mail address, without archived ones; the earliest first. */
export async function listReaders(
  transaction: TenantTransaction,
  tenantId: string,
  roles: readonly Role[],
): Promise<Reader[]> {
  return await transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('role', 'in', roles)
    .where('archived_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .$narrowType<{ email: string }>()
    .execute();
}
