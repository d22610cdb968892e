import { sql } from 'kysely';
import type { Tenant, TenantColors } from '#contract/tenants/tenants.schema.ts';
import { elsewhere, savepoint, type TenantTransaction } from '#server/platform/database.ts';
import { isTaken } from '#server/platform/database-errors.ts';
import { tenantSearchedAs } from '#server/platform/listed.ts';
import { tenantColumns } from '#server/platform/tables.ts';

/** A tenant in its own scope. */
export function findTenant(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select([...tenantColumns, 'guest_consent'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
}

export type TenantChange = Partial<
  Pick<Tenant, 'school_name' | 'school_email' | 'domain_url' | 'switchboard' | 'logo'> & TenantColors
>;

export async function updateTenant(
  transaction: TenantTransaction,
  tenantId: string,
  change: TenantChange,
  now: Date,
) {
  const row = await transaction
    .updateTable('tenants')
    .set({ ...change, updated_at: now })
    .where('id', '=', tenantId)
    .returning(['school_name', 'subdomain', 'domain_url'])
    .executeTakeFirst();
  if (!row || (change.school_name === undefined && change.domain_url === undefined)) return;
  await transaction
    .updateTable('tenants')
    .set({ listed_search: tenantSearchedAs(row) })
    .where('id', '=', tenantId)
    .execute();
}

/** All by name, or one alone. */
export async function listTenants(
  transaction: TenantTransaction,
  { search, only, limit, offset }: { search: string; only: string | null; limit: number; offset: number },
) {
  return await elsewhere(transaction, only, async () => {
    const all = transaction
      .selectFrom('tenants')
      .where('is_platform', '=', false)
      .$if(only !== null, (query) => query.where('id', '=', only))
      .$if(search !== '', (query) =>
        query.where((where) => {
          const pattern = `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
          return where.or([
            where('school_name', 'ilike', pattern),
            where('subdomain', 'ilike', pattern),
            where('school_email', 'ilike', pattern),
          ]);
        }),
      );
    const { count } = await all
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await all
      .select([...tenantColumns, 'guest_consent'])
      .orderBy('school_name')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return { count, rows };
  });
}

/** The host answers for this tenant from now on; false where it answers for another. In the tenant's own scope. */
export async function takeHost(
  transaction: TenantTransaction,
  tenantId: string,
  host: string,
  now: Date,
): Promise<boolean> {
  const attempt = await savepoint(transaction);
  try {
    await transaction
      .updateTable('tenants')
      .set({ verified_host: host, updated_at: now })
      .where('id', '=', tenantId)
      .execute();
    await attempt.release();
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    await attempt.rollBack();
    return false;
  }
}

/** With a name in addresses that nobody has; false where somebody has it. In the scope of the new tenant. */
export async function insertTenant(
  transaction: TenantTransaction,
  tenant: Pick<
    Tenant,
    'id' | 'school_name' | 'school_email' | 'subdomain' | 'domain_url' | 'is_organization'
  > &
    TenantColors & {
      first_name: string;
      last_name: string;
      registered_at: Date;
      created_at: Date;
      updated_at: Date;
    },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('tenants')
    .values({ ...tenant, listed_search: tenantSearchedAs(tenant) })
    .onConflict((conflict) => conflict.column('subdomain').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function setLogo(transaction: TenantTransaction, tenantId: string, logo: string) {
  await transaction.updateTable('tenants').set({ logo }).where('id', '=', tenantId).execute();
}

/** Somebody can sign in from now on. */
export async function markSetUp(transaction: TenantTransaction, tenantId: string, now: Date) {
  await transaction
    .updateTable('tenants')
    .set({ set_up_at: now })
    .where('id', '=', tenantId)
    .where('registered_at', 'is not', null)
    .where('set_up_at', 'is', null)
    .execute();
}

/** Those that a school belongs to, by name. */
export async function listOrganizations(transaction: TenantTransaction, schoolId: string) {
  const links = await transaction
    .selectFrom('organization_schools')
    .select('tenant_id')
    .where('school_id', '=', schoolId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const ids = links.map(({ tenant_id }) => tenant_id);
  return await elsewhere(transaction, null, () =>
    transaction
      .selectFrom('tenants')
      .select(['id', 'school_name'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('school_name')
      .execute(),
  );
}

export async function putLogo(
  transaction: TenantTransaction,
  logo: { tenant_id: string; sha256: Buffer; content: Buffer; created_at: Date },
) {
  const { tenant_id: _tenant, ...change } = logo;
  await transaction
    .insertInto('tenant_logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(change))
    .execute();
}

export async function deleteLogo(transaction: TenantTransaction, tenantId: string) {
  await transaction.deleteFrom('tenant_logos').where('tenant_id', '=', tenantId).execute();
}

export function findLogo(transaction: TenantTransaction, tenantId: string, hash: Buffer) {
  return transaction
    .selectFrom('tenant_logos')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', hash)
    .executeTakeFirst();
}
