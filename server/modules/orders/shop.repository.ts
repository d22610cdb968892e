import { sql } from 'kysely';
import { product } from '#contract/kit/product.ts';
import type { Cause } from '#contract/causes/causes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import type { TaxedColumn } from '#server/platform/tables/columns.ts';
import type { Insertable } from 'kysely';

const columns = [
  'currency',
  'is_open',
  'digital_price',
  'print_price',
  'print_cost',
  'shipping_price',
  'school_bp',
  'default_cause_id',
  'code',
] as const;

export type ShopRow = NonNullable<Awaited<ReturnType<typeof findShop>>>;

export function findShop(transaction: TenantTransaction, tenantId: string) {
  return transaction.selectFrom('shops').select(columns).where('tenant_id', '=', tenantId).executeTakeFirst();
}

export async function writeShop(
  transaction: TenantTransaction,
  shop: Insertable<Tables['shops']>,
): Promise<void> {
  const { tenant_id: _tenant, ...changes } = shop;
  await transaction
    .insertInto('shops')
    .values(shop)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes))
    .execute();
}

/** @returns false where another tenant has it. A code that was taken once stays with its tenant. */
export async function takeCode(
  transaction: TenantTransaction,
  tenantId: string,
  code: string,
): Promise<boolean> {
  const own = await transaction
    .selectFrom('shop_codes')
    .select('code')
    .where('owner_id', '=', tenantId)
    .executeTakeFirst();
  if (own) return own.code === code;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('shop_codes')
    .values({ code, owner_id: tenantId })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Who sells and its part; the platform itself where it has not said so. */
export async function findSeller(
  transaction: TenantTransaction,
): Promise<{ name: string; platform_bp: number }> {
  const row = await transaction.selectFrom('seller').select(['name', 'platform_bp']).executeTakeFirst();
  return row ?? { name: product.name, platform_bp: 0 };
}

export interface TaxRate {
  kind: TaxedColumn;
  rate_bp: number;
  name: string;
}

/** What counts in a country on a day; a kind that is not there is not taxed. */
export async function listTaxRates(
  transaction: TenantTransaction,
  country: string,
  day: string,
): Promise<TaxRate[]> {
  const { rows } = await sql<TaxRate>`
    select distinct on (kind) kind, rate_bp, name from tax_rates
    where country = ${country} and from_date <= ${day}::date
    order by kind, from_date desc`.execute(transaction);
  return rows;
}

/** Those of them that are open; with `inAnyState` those that are paused or over too. */
export async function findCausesById(
  transaction: TenantTransaction,
  ids: readonly string[],
  { inAnyState = false } = {},
): Promise<ReadonlyMap<string, Cause>> {
  if (ids.length === 0) return new Map();
  let found = transaction
    .selectFrom('causes')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', [...new Set(ids)]);
  if (!inAnyState) found = found.where('state', '=', 'open');
  const rows = await found.execute();
  return new Map(rows.map((row) => [row.id, row]));
}
