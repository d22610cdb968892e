import { sql } from 'kysely';
import type { ShelfQuery } from '#contract/shelves/shelves.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';

/** Of a tenant in its own scope. */
export async function findShelf(transaction: TenantTransaction, tenantId: string) {
  return await transaction
    .selectFrom('tenants')
    .select(['country', 'shelf_opened_at', 'is_organization'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

export async function updateShelf(
  transaction: TenantTransaction,
  tenantId: string,
  change: { country: string | null; shelf_opened_at: Date | null },
  now: Date,
) {
  await transaction
    .updateTable('tenants')
    .set({ ...change, updated_at: now })
    .where('id', '=', tenantId)
    .execute();
}

/** A page of the schools that show their books, by name, and the countries of all of them. */
export async function listOpenShelves(
  transaction: TenantTransaction,
  { search, country, limit, offset }: ShelfQuery,
) {
  return await elsewhere(transaction, null, async () => {
    const open = transaction
      .selectFrom('tenants as tenant')
      .innerJoin('tenant_numbers as numbers', 'numbers.tenant_id', 'tenant.id')
      .where('tenant.shelf_opened_at', 'is not', null)
      .where('tenant.suspended_at', 'is', null)
      .where('numbers.public_works', '>', 0);
    const found = open
      .$if(country !== undefined, (query) => query.where('tenant.country', '=', country ?? null))
      .$if(search !== '', (query) =>
        query.where('tenant.school_name', 'ilike', `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`),
      );
    const { count } = await found
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await found
      .select([
        'tenant.id',
        'tenant.school_name',
        'tenant.logo',
        'tenant.country',
        'tenant.subdomain',
        'tenant.verified_host',
        'numbers.public_works as works',
      ])
      .orderBy(sql`lower(tenant.school_name)`)
      .orderBy('tenant.id')
      .limit(limit)
      .offset(offset)
      .execute();
    const countries = await open
      .select('tenant.country')
      .distinct()
      .where('tenant.country', 'is not', null)
      .orderBy('tenant.country')
      .$narrowType<{ country: string }>()
      .execute();
    return { count, rows, countries: countries.map((row) => row.country) };
  });
}
