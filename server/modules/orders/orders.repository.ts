import { sql, type Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Cause } from '#contract/causes/causes.schema.ts';
import { payableFrom } from '#contract/causes/payouts.rules.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import { parties, type Party } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import type { Tables } from '#server/platform/tables.ts';
import type { RefundOriginColumn } from '#server/platform/tables/columns.ts';
import type { Line } from './pricing.ts';

const orderColumns = [
  'id',
  'token',
  'number',
  'kind',
  'state',
  'currency',
  'total',
  'is_test',
  'fingerprint',
  'buyer_email',
  'buyer_name',
  'buyer_id',
  'origin',
  'buyer_country',
  'sealed_address',
  'reads_as',
  'placed_at',
  'lapses_at',
  'paid_at',
] as const;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

export function findOrder(
  transaction: TenantTransaction,
  tenantId: string,
  by: { id: string } | { token: string },
) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['token', by.token] as const);
  return transaction
    .selectFrom('orders')
    .select(orderColumns)
    .where('tenant_id', '=', tenantId)
    .where(column, '=', value)
    .executeTakeFirst();
}

/** Before a line of it is downloaded or given back, so that one of both comes first. */
export async function lockOrder(transaction: TenantTransaction, tenantId: string, id: string): Promise<void> {
  await transaction
    .selectFrom('orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @returns false where there is one with this id already */
export async function insertOrder(
  transaction: TenantTransaction,
  order: Insertable<Tables['orders']>,
  lines: readonly Line[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const { tenant_id } = order;
  const rows = lines.map((line, place) => ({ id: uuidv7(), place, line }));
  await transaction
    .insertInto('order_lines')
    .values(
      rows.map(({ id, place, line }) => ({
        tenant_id,
        id,
        order_id: order.id,
        place,
        kind: line.kind,
        work_id: line.work?.id ?? null,
        cause_id: line.cause?.id ?? null,
        subscription_id: line.subscription_id ?? null,
        title: line.title,
        quantity: line.quantity,
        unit_price: line.unit_price,
        amount: line.amount,
        tax_rate_bp: line.tax.rate_bp,
        tax_name: line.tax.name,
        fulfilment: null,
      })),
    )
    .execute();
  const shares = rows.flatMap(({ id, line }) =>
    parties.flatMap((party) =>
      line.shares[party] === 0
        ? []
        : [
            {
              tenant_id,
              line_id: id,
              party,
              cause_id: party === 'cause' ? (line.cause?.id ?? null) : null,
              amount: line.shares[party],
            },
          ],
    ),
  );
  if (shares.length > 0) await transaction.insertInto('order_shares').values(shares).execute();
  return true;
}

export async function insertPlaced(
  transaction: TenantTransaction,
  { tenantId, orderId, now }: { tenantId: string; orderId: string; now: Date },
): Promise<void> {
  await transaction
    .insertInto('track_events')
    .values({
      tenant_id: tenantId,
      id: uuidv7(),
      order_id: orderId,
      line_id: null,
      kind: 'placed',
      actor_id: null,
      happened_at: now,
    })
    .execute();
}

/** Refunds of a row that a query calls `line`. */
const refundsOfLine = (tenantId: string) => sql`
  from refund_lines as part
  join refunds as refund on refund.tenant_id = ${tenantId} and refund.id = part.refund_id
  where part.tenant_id = ${tenantId} and part.line_id = line.id`;

export async function listOrderLines(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const { rows } = await sql<{
    id: string;
    kind: Tables['order_lines']['kind'];
    work_id: string | null;
    title: string;
    quantity: number;
    unit_price: number;
    amount: number;
    tax_rate_bp: number;
    tax_name: string;
    fulfilment: Tables['order_lines']['fulfilment'];
    downloaded_at: Date | null;
    cause: Cause | null;
    shares: { party: Party; amount: number; refunded: number }[];
    going_back: number;
    back_because: RefundOriginColumn | null;
  }>`
    select line.id, line.kind, line.work_id, line.title, line.quantity, line.unit_price, line.amount,
      line.tax_rate_bp, line.tax_name, line.fulfilment, line.downloaded_at,
      case when cause.id is not null then
        json_build_object('id', cause.id, 'name', cause.name, 'slug', cause.slug) end as cause,
      array(
        select json_build_object('party', share.party, 'amount', share.amount, 'refunded', share.refunded)
        from order_shares as share where share.tenant_id = ${tenantId} and share.line_id = line.id
      ) as shares,
      coalesce((
        select sum(part.amount)::bigint ${refundsOfLine(tenantId)} and refund.state in ('asked', 'sent')
      ), 0) as going_back,
      (
        select refund.origin ${refundsOfLine(tenantId)} and refund.state <> 'failed'
        order by refund.asked_at desc, refund.id desc limit 1
      ) as back_because
    from order_lines as line left join causes as cause on cause.id = line.cause_id
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId}
    order by line.place`.execute(transaction);
  return rows;
}

export function listTrackEvents(transaction: TenantTransaction, tenantId: string, orderId: string) {
  return transaction
    .selectFrom('track_events')
    .select(['kind', 'happened_at'])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
}

/** One that nobody paid yet waits until then, unless it waits longer already. */
export async function extendOrder(
  transaction: TenantTransaction,
  tenantId: string,
  { id, lapses_at }: { id: string; lapses_at: Date },
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({ lapses_at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'placed')
    .where('lapses_at', '<', lapses_at)
    .execute();
}

/** @returns false where it waits for its money no more */
export async function lapseOrder(
  transaction: TenantTransaction,
  tenantId: string,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('orders')
    .set({ state: 'lapsed', ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'placed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Orders of the shop that wait to be paid by somebody with this address. */
export async function countOpen(
  transaction: TenantTransaction,
  tenantId: string,
  email: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders
    where tenant_id = ${tenantId} and kind = 'shop' and state = 'placed' and lower(buyer_email) = lower(${email})`.execute(
    transaction,
  );
  return rows[0]?.count ?? 0;
}

/** What was bought leaves the cart of who bought it. */
export async function emptyCart(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, buyerId }: { orderId: string; buyerId: string },
): Promise<string[]> {
  const { rows } = await sql<{ work_id: string }>`
    delete from cart_lines as cart using order_lines as line
    where cart.tenant_id = ${tenantId} and cart.user_id = ${buyerId} and line.tenant_id = ${tenantId}
      and line.order_id = ${orderId} and line.work_id = cart.work_id
    returning cart.work_id`.execute(transaction);
  return rows.map(({ work_id }) => work_id);
}

/** @returns false where it was no more at `from` */
export async function moveFulfilment(
  transaction: TenantTransaction,
  tenantId: string,
  { id, from, to }: { id: string; from: SoldLine['fulfilment']; to: NonNullable<SoldLine['fulfilment']> },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('order_lines')
    .set({ fulfilment: to })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('fulfilment', 'is not distinct from', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * The hold of a printed book’s shares begins once it is made; that of what sending costs, once no book of its order waits to be
 * made.
 */
export async function holdPrinted(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, lineId, now }: { orderId: string; lineId: string; now: Date },
): Promise<void> {
  await sql`
    update order_shares as share set payable_on = ${payableFrom(now)}::date
    from order_lines as line
    where share.tenant_id = ${tenantId} and share.party in ('cause', 'school') and share.payout_id is null
      and line.tenant_id = ${tenantId} and line.id = share.line_id and line.order_id = ${orderId}
      and ((line.id = ${lineId} and line.fulfilment = 'made') or (line.kind = 'shipping' and not exists (
        select from order_lines as other
        where other.tenant_id = ${tenantId} and other.order_id = ${orderId} and other.fulfilment = 'to_make')))`.execute(
    transaction,
  );
}

/** The first time that an edition was downloaded. */
export async function markDownloaded(
  transaction: TenantTransaction,
  tenantId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('order_lines')
    .set({ downloaded_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('downloaded_at', 'is', null)
    .execute();
}

const latestFirst: readonly KeyPart[] = [
  { value: sql`placed_at`, form: 'moment', descending: true },
  { value: sql`id`, form: 'id', descending: true },
];

/** The latest first, and how many there are in all. */
export async function listOrders(
  transaction: TenantTransaction,
  tenantId: string,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const { key, beyond } = keysetOf(latestFirst, after);
  const { count } = await transaction
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'currency', 'total', 'is_test', 'placed_at', 'paid_at', 'buyer_name'])
    .select(key.as('page_key'))
    .where('tenant_id', '=', tenantId)
    .where(beyond)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { count, ...cutPage(rows, limit) };
}
