import { sql } from 'kysely';
import { dayOf } from '#contract/kit/day.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';
import type { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import type { FoundOrder, OrderQuery, Seller, TaxRate } from '#contract/orders/seller.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import type { Actor, Call } from '#server/platform/route.ts';

type Parsed<Name extends keyof typeof sellerEndpoints> = EndpointParsed<(typeof sellerEndpoints)[Name]>;

export type SellerService = ReturnType<typeof createSellerService>;

interface FoundRow extends Omit<FoundOrder, 'tenant' | 'placed_at' | 'paid_at'> {
  tenant_id: string;
  school_name: string;
  placed_at: Date;
  paid_at: Date | null;
}

const latestFirst: readonly KeyPart[] = [
  { value: sql`made.placed_at`, form: 'moment', descending: true },
  { value: sql`made.id`, form: 'id', descending: true },
  { value: sql`made.tenant_id`, form: 'id', descending: true },
];

/** By the beginning of a number or by a whole address, of the schools that the transaction sees; the latest first. */
async function findOrders(
  transaction: TenantTransaction,
  { tenant_id, state, search, after, limit }: OrderQuery,
): Promise<{ count: number; rows: FoundRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestFirst, after);
  const beginning = `${search.toUpperCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const where = sql`
    where true
    ${tenant_id === undefined ? sql`` : sql`and made.tenant_id = ${tenant_id}`}
    ${state === undefined ? sql`` : sql`and made.state = ${state}`}
    ${
      search === ''
        ? sql``
        : search.includes('@')
          ? sql`and lower(made.buyer_email) = lower(${search})`
          : sql`and made.number like ${beginning}`
    }`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from orders as made ${where}`.execute(transaction);
  const { rows } = await sql<FoundRow & { page_key: string[] }>`
    select made.id, made.tenant_id, school.school_name, made.number, made.state, made.currency, made.total,
      made.is_test, made.placed_at, made.paid_at, made.buyer_name, ${key} as page_key
    from orders as made join tenants as school on school.id = made.tenant_id
    ${where} and ${beyond}
    order by ${order} limit ${limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}

async function readSeller(transaction: TenantTransaction): Promise<Seller> {
  const row = await transaction
    .selectFrom('seller')
    .select(['name', 'address', 'tax_numbers', 'platform_bp'])
    .executeTakeFirst();
  return row ?? { name: product.name, address: '', tax_numbers: '', platform_bp: 0 };
}

async function listRates(transaction: TenantTransaction): Promise<TaxRate[]> {
  const { rows } = await sql<TaxRate>`
    select country, kind, rate_bp, name, from_date::text as from_date from tax_rates
    order by country, kind, from_date desc`.execute(transaction);
  return rows;
}

/** Who sells, with which taxes, and to whom: the platform's own books. */
export function createSellerService() {
  return {
    async findOrders({ query }: Parsed<'findOrders'>, { transaction }: Call<Actor>) {
      const page = await elsewhere(transaction, null, () => findOrders(transaction, query));
      return {
        count: page.count,
        next: nextByKey(page.after, query),
        results: page.rows.map(({ tenant_id: id, school_name, placed_at, paid_at, ...row }) => ({
          ...row,
          tenant: { id, school_name },
          placed_at: placed_at.toISOString(),
          paid_at: paid_at?.toISOString() ?? null,
        })),
      };
    },

    read: (_input: unknown, { transaction }: Call<Actor>): Promise<Seller> => readSeller(transaction),

    async update({ body }: Parsed<'update'>, { transaction, actor, now }: Call<Actor>): Promise<Seller> {
      const before = await readSeller(transaction);
      await elsewhere(transaction, null, () =>
        transaction
          .insertInto('seller')
          .values({ ...body, updated_at: now })
          .onConflict((conflict) => conflict.column('single').doUpdateSet({ ...body, updated_at: now }))
          .execute(),
      );
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'seller.changed',
        details: { before, after: body },
      });
      return await readSeller(transaction);
    },

    listTaxRates: (_input: unknown, { transaction }: Call<Actor>): Promise<TaxRate[]> =>
      listRates(transaction),

    /** @throws Problem at the date: what counts already is history */
    async setTaxRate({ body }: Parsed<'setTaxRate'>, call: Call<Actor>): Promise<TaxRate[]> {
      const { transaction, actor, now } = call;
      if (body.from_date < dayOf(now))
        throw new Problem(requestProblems.invalid, {
          errors: { from_date: ['A rate begins today or later: what counted before stays as it was'] },
        });
      const { rate_bp, name } = body;
      await elsewhere(transaction, null, () =>
        transaction
          .insertInto('tax_rates')
          .values(body)
          .onConflict((conflict) =>
            conflict.columns(['country', 'kind', 'from_date']).doUpdateSet({ rate_bp, name }),
          )
          .execute(),
      );
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'seller.tax_rate_set',
        details: { ...body },
      });
      return await listRates(transaction);
    },
  };
}
