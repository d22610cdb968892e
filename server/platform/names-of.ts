import type { TenantTransaction } from './database.ts';

/** Full names of people of a tenant by id; those who are not there, and null, are left out. */
export async function namesOf(
  transaction: TenantTransaction,
  tenantId: string,
  ids: Iterable<string | null>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
}
