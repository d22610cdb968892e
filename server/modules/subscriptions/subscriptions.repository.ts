import { sql, type Insertable, type Updateable } from 'kysely';
import type { Period } from '#contract/subscriptions/periods.rules.ts';
import type { SubscriptionState } from '#contract/subscriptions/subscriptions.rules.ts';
import type { Billing, PlanOrder, SubscriptionQuery } from '#contract/subscriptions/subscriptions.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import type { Tables } from '#server/platform/tables.ts';

export interface SubscriptionRow {
  id: string;
  variant_id: string;
  seats: number;
  state: SubscriptionState;
  anchor_day: number;
  period_start: string;
  period_end: string;
  next_variant_id: string | null;
  next_seats: number | null;
  ends_at_period_end: boolean;
  /** In the trial, by the id of the call that added them. */
  added_seats: Record<string, number>;
  billing: Billing;
  origin: string;
  fingerprint: Buffer;
  created_at: Date;
}

const columns = sql`id, variant_id, seats, state, anchor_day, period_start::text as period_start,
  period_end::text as period_end, next_variant_id, next_seats, ends_at_period_end, added_seats, billing, origin,
  fingerprint, created_at`;

/** The one that has not ended, else the latest. */
export async function findLatest(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscriptions where tenant_id = ${tenantId}
    order by state = 'ended', created_at desc, id desc limit 1`.execute(transaction);
  return rows[0];
}

export async function findSubscription(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscriptions where tenant_id = ${tenantId} and id = ${id}`.execute(transaction);
  return rows[0];
}

/** Locks its orders that wait for money or are paid ahead first: settling an order has it locked before the subscription. */
export async function lockSubscription(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  await sql`
    select made.id from orders as made where made.tenant_id = ${tenantId} and made.id in (
      select bought.order_id from subscription_orders as bought
      where bought.tenant_id = ${tenantId} and bought.subscription_id = ${id}
        and bought.state in ('open', 'paid')
    ) order by made.id for no key update`.execute(transaction);
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscriptions where tenant_id = ${tenantId} and id = ${id} for update`.execute(
    transaction,
  );
  return rows[0];
}

/** False where there is one with this id, or one that has not ended. */
export async function insertSubscription(
  transaction: TenantTransaction,
  subscription: Insertable<Tables['subscriptions']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateSubscription(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  changes: Updateable<Tables['subscriptions']>,
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export interface BoughtRow {
  order_id: string;
  subscription_id: string;
  purpose: 'period' | 'seats';
  variant_id: string;
  seats: number;
  period_start: string;
  period_end: string;
  is_for_next: boolean;
  state: 'open' | 'paid' | 'applied' | 'void';
  reminded: number | null;
  lapses_at: Date;
}

const boughtColumns = sql`bought.order_id, bought.subscription_id, bought.purpose, bought.variant_id, bought.seats,
  bought.period_start::text as period_start, bought.period_end::text as period_end, bought.is_for_next, bought.state,
  bought.reminded, made.lapses_at`;

const boughtOf = (tenantId: string) => sql`
  from subscription_orders as bought
  join orders as made on made.tenant_id = ${tenantId} and made.id = bought.order_id
  where bought.tenant_id = ${tenantId}`;

/** Those that wait for money, and those whose period has not begun. */
export async function listLive(
  transaction: TenantTransaction,
  tenantId: string,
  subscriptionId: string,
): Promise<BoughtRow[]> {
  const { rows } = await sql<BoughtRow>`
    select ${boughtColumns} ${boughtOf(tenantId)} and bought.subscription_id = ${subscriptionId}
      and bought.state in ('open', 'paid') order by bought.period_start, bought.order_id`.execute(
    transaction,
  );
  return rows;
}

export async function findBought(
  transaction: TenantTransaction,
  tenantId: string,
  orderId: string,
): Promise<BoughtRow | undefined> {
  const { rows } = await sql<BoughtRow>`
    select ${boughtColumns} ${boughtOf(tenantId)} and bought.order_id = ${orderId}`.execute(transaction);
  return rows[0];
}

export async function insertBought(
  transaction: TenantTransaction,
  bought: Insertable<Tables['subscription_orders']>,
): Promise<void> {
  await transaction.insertInto('subscription_orders').values(bought).execute();
}

export async function updateBought(
  transaction: TenantTransaction,
  { tenant_id, order_id }: { tenant_id: string; order_id: string },
  changes: Updateable<Tables['subscription_orders']>,
): Promise<void> {
  await transaction
    .updateTable('subscription_orders')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('order_id', '=', order_id)
    .execute();
}

export interface PlanOrderRow extends Omit<PlanOrder, 'placed_at' | 'lapses_at' | 'paid_at'> {
  placed_at: Date;
  lapses_at: Date;
  paid_at: Date | null;
}

const latestOrderFirst: readonly KeyPart[] = [
  { value: sql`made.placed_at`, form: 'moment', descending: true },
  { value: sql`made.id`, form: 'id', descending: true },
];

/** Orders of plans with their documents, the latest first; only those that wait for money where `isOpen`. */
export async function listOrders(
  transaction: TenantTransaction,
  tenantId: string,
  { limit, after, isOpen }: { limit: number; after?: string | undefined; isOpen: boolean },
): Promise<{ count: number; rows: PlanOrderRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestOrderFirst, after);
  const from = sql`
    from subscription_orders as bought
    join orders as made on made.tenant_id = ${tenantId} and made.id = bought.order_id
    join subscription_variants as variant on variant.id = bought.variant_id
    join subscription_plans as plan on plan.id = variant.plan_id
    where bought.tenant_id = ${tenantId} ${isOpen ? sql`and bought.state = 'open' and made.state = 'placed'` : sql``}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(transaction);
  const { rows } = await sql<PlanOrderRow & { period: Period; page_key: string[] }>`
    select made.id, made.token, made.number, bought.purpose, made.state, bought.is_replaced, plan.name as plan_name,
      variant.period, bought.seats, bought.period_start::text as period_start, bought.period_end::text as period_end,
      made.currency, made.total, made.is_test, made.placed_at, made.lapses_at, made.paid_at,
      coalesce((
        select sum(share.refunded)::bigint from order_lines as line
        join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id
        where line.tenant_id = ${tenantId} and line.order_id = made.id
      ), 0) as refunded,
      array(
        select json_build_object('type', document.type, 'number', document.number, 'token', document.token)
        from documents as document where document.tenant_id = ${tenantId} and document.order_id = made.id
        order by document.corrects_id is not null, document.issued_at, document.number
      ) as documents,
      ${key} as page_key
    ${from} and ${beyond} order by ${order} limit ${limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}

/** Organizations that a school belongs to, because both said so. */
export async function listOrganizations(transaction: TenantTransaction, schoolId: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('organization_schools')
    .select('tenant_id')
    .where('school_id', '=', schoolId)
    .where('confirmed_at', 'is not', null)
    .orderBy('tenant_id')
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

export function findTenant(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_organization', 'created_at'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

export interface ListedRow extends Pick<
  SubscriptionRow,
  | 'id'
  | 'variant_id'
  | 'seats'
  | 'state'
  | 'period_start'
  | 'period_end'
  | 'ends_at_period_end'
  | 'created_at'
> {
  tenant_id: string;
  school_name: string;
  is_organization: boolean;
}

const latestFirst: readonly KeyPart[] = [
  { value: sql`held.created_at`, form: 'moment', descending: true },
  { value: sql`held.id`, form: 'id', descending: true },
  { value: sql`held.tenant_id`, form: 'id', descending: true },
];

/** Of all tenants, in the platform's scope: the latest first. */
export async function listSubscriptions(
  transaction: TenantTransaction,
  { limit, after, state, plan_id, search }: SubscriptionQuery,
): Promise<{ count: number; rows: ListedRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestFirst, after);
  const part = `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const from = sql`
    from subscriptions as held
    join tenants as school on school.id = held.tenant_id
    join subscription_variants as variant on variant.id = held.variant_id
    where true
    ${state === undefined ? sql`` : sql`and held.state = ${state}`}
    ${plan_id === undefined ? sql`` : sql`and variant.plan_id = ${plan_id}`}
    ${search === '' ? sql`` : sql`and school.school_name ilike ${part}`}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(transaction);
  const { rows } = await sql<ListedRow & { page_key: string[] }>`
    select held.tenant_id, school.school_name, school.is_organization, held.id, held.variant_id, held.seats, held.state,
      held.period_start::text as period_start, held.period_end::text as period_end, held.ends_at_period_end,
      held.created_at, ${key} as page_key
    ${from} and ${beyond} order by ${order} limit ${limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}
