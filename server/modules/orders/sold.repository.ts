import { sql, type RawBuilder } from 'kysely';
import type { Cause } from '#contract/causes/causes.schema.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import type { SoldQuery, SoldSum, SoldSumQuery } from '#contract/orders/sold.schema.ts';
import type { Party } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';

export interface SoldRow extends Omit<SoldLine, 'ship_to' | 'paid_at' | 'tenant'> {
  tenant_id: string;
  school_name: string;
  sealed_address: Buffer | null;
  buyer_name: string | null;
  buyer_country: string | null;
  paid_at: Date;
}

type Filters = SoldSumQuery & Pick<SoldQuery, 'fulfilment'>;

/** Lines that were paid for, called `line`: of one school, or with null of all that the transaction sees. */
function soldLines(tenantId: string | null, filters: Partial<Filters>): RawBuilder<unknown> {
  const { fulfilment, cause_id, state, from, to } = filters;
  const wentBack = sql`exists (
    select from order_shares as share
    where share.tenant_id = line.tenant_id and share.line_id = line.id and share.refunded > 0)`;
  return sql`
    from order_lines as line
    where line.paid_at is not null and line.kind <> 'plan'
    ${tenantId === null ? sql`` : sql`and line.tenant_id = ${tenantId}`}
    ${fulfilment === undefined ? sql`` : sql`and line.fulfilment = ${fulfilment}`}
    ${cause_id === undefined ? sql`` : sql`and line.cause_id = ${cause_id}`}
    ${state === undefined ? sql`` : state === 'given_back' ? sql`and ${wentBack}` : sql`and not ${wentBack}`}
    ${from === undefined ? sql`` : sql`and line.paid_at >= ${from}::date::timestamp at time zone 'UTC'`}
    ${to === undefined ? sql`` : sql`and line.paid_at < (${to}::date + 1)::timestamp at time zone 'UTC'`}`;
}

function columnsOf(tenantId: string | null): RawBuilder<unknown> {
  const tenant = tenantId === null ? sql`line.tenant_id` : sql`${tenantId}::uuid`;
  const part = (party: Party) => sql`coalesce((
    select share.amount from order_shares as share
    where share.tenant_id = ${tenant} and share.line_id = line.id and share.party = ${party}), 0)`;
  return sql`
    line.tenant_id, school.school_name,
    line.id, line.order_id, made.number, line.kind, line.work_id, line.title, line.quantity, line.amount,
    made.currency, made.is_test, line.fulfilment, line.paid_at, made.buyer_name, made.buyer_country,
    case when line.kind = 'print' then made.sealed_address end as sealed_address,
    coalesce((
      select coalesce(nullif(work.pen_name, ''), author.first_name, '') from works as work
      left join users as author on author.tenant_id = ${tenant} and author.id = work.author_id
      where work.tenant_id = ${tenant} and work.id = line.work_id
    ), '') as byline,
    (
      select json_build_object('id', cause.id, 'name', cause.name, 'slug', cause.slug)
      from causes as cause where cause.id = line.cause_id
    ) as cause,
    (
      select json_build_object('type', document.type, 'token', document.token) from documents as document
      where document.tenant_id = ${tenant} and document.order_id = line.order_id and line.amount > 0
        and document.type = case when line.kind = 'gift' then 'donation' else 'order' end
    ) as receipt,
    ${part('school')} as school_amount, ${part('cause')} as cause_amount,
    coalesce((
      select sum(share.refunded)::bigint from order_shares as share
      where share.tenant_id = ${tenant} and share.line_id = line.id
    ), 0) as refunded`;
}

const joined = sql`
  join orders as made on made.tenant_id = line.tenant_id and made.id = line.order_id
  join tenants as school on school.id = line.tenant_id`;

const latestFirst: readonly KeyPart[] = [
  { value: sql`line.paid_at`, form: 'moment', descending: true },
  { value: sql`line.order_id`, form: 'id' },
  { value: sql`line.place`, form: 'number' },
  { value: sql`line.tenant_id`, form: 'id' },
];

/** The latest first, and how many there are in all. What stands in the rows is looked up for those of the page alone. */
export async function listSold(
  transaction: TenantTransaction,
  tenantId: string | null,
  { limit, after, ...filters }: Partial<Filters> & Pick<SoldQuery, 'limit' | 'after'>,
): Promise<{ count: number; rows: SoldRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestFirst, after);
  const lines = soldLines(tenantId, filters);
  const counted = await sql<{ count: number }>`select count(*) as count ${lines}`.execute(transaction);
  const { rows } = await sql<SoldRow & { page_key: string[] }>`
    select ${columnsOf(tenantId)}, ${key} as page_key
    from (select line.tenant_id, line.id ${lines} and ${beyond} order by ${order} limit ${limit + 1}) as cut
    join order_lines as line on line.tenant_id = cut.tenant_id and line.id = cut.id ${joined}
    order by ${order}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}

export async function findSold(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<SoldRow | undefined> {
  const { rows } = await sql<SoldRow>`
    select ${columnsOf(tenantId)} from order_lines as line ${joined}
    where line.tenant_id = ${tenantId} and line.paid_at is not null and line.kind <> 'plan'
      and line.id = ${lineId} and line.order_id = ${orderId}`.execute(transaction);
  return rows[0];
}

/** By currency, real money first. */
export async function sumSold(
  transaction: TenantTransaction,
  tenantId: string | null,
  filters: Partial<Filters>,
): Promise<SoldSum[]> {
  const left = (party: Party) => sql`
    coalesce(sum(share.amount - share.refunded) filter (where share.party = ${party}), 0)::bigint`;
  const { rows } = await sql<SoldSum>`
    select made.currency, made.is_test, sum(share.amount)::bigint as amount, sum(share.refunded)::bigint as refunded,
      ${left('cause')} as cause, ${left('school')} as school, ${left('platform')} as platform, ${left('tax')} as tax
    from (select line.tenant_id, line.id, line.order_id ${soldLines(tenantId, filters)}) as line
    join orders as made on made.tenant_id = line.tenant_id and made.id = line.order_id
    join order_shares as share on share.tenant_id = line.tenant_id and share.line_id = line.id
    group by made.currency, made.is_test order by made.is_test, made.currency`.execute(transaction);
  return rows;
}

/** What the school raised for causes, by name; of practice money after real money. */
export async function listCauseShares(transaction: TenantTransaction, schoolId: string) {
  const { rows } = await sql<{
    cause: Cause;
    currency: string;
    is_test: boolean;
    raised: number;
    copies: number;
  }>`
    select json_build_object('id', cause.id, 'name', cause.name, 'slug', cause.slug) as cause,
      total.currency, total.is_test, total.raised, total.copies
    from cause_sums as total join causes as cause on cause.id = total.cause_id
    where total.school_id = ${schoolId} and total.copies > 0
    order by total.is_test, cause.name, cause.id, total.currency`.execute(transaction);
  return rows;
}
