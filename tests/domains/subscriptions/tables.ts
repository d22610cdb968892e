import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  subscription_orders: {
    rights: ['select', 'insert', 'update'],
    isReadByPlatform: true,
    isKeptForGood: true,
  },
  subscriptions: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s books of the orders that it sells by (decisions 88 and 96)': [
    'subscription_orders_of_variant',
    'subscriptions_latest',
    'subscriptions_of_variant',
  ],
};

export const after = ['orders'];

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with plan as (
        insert into subscription_plans (id, name, created_at, updated_at)
        values (gen_random_uuid(), $1::text, now(), now()) returning *
      ), variant as (
        insert into subscription_variants (id, plan_id, period, currency, seat_price, seat_minimum, trial_days, is_offered, created_at, updated_at)
        select gen_random_uuid(), id, 'year', 'EUR', 300, 1, 0, true, now(), now() from plan returning *
      ), held as (
        insert into subscriptions (tenant_id, id, variant_id, seats, state, anchor_day, period_start, period_end, billing, origin, fingerprint, created_at)
        select $1::uuid, gen_random_uuid(), id, 30, 'active', 1, '2026-01-01', '2026-12-31', '{}', 'http://x', sha256('x'), now()
        from variant returning *
      )
     insert into subscription_orders (tenant_id, order_id, subscription_id, purpose, variant_id, seats, period_start, period_end)
     select held.tenant_id, made.id, held.id, 'period', held.variant_id, 30, '2026-01-01', '2026-12-31'
     from held join orders as made on made.tenant_id = $1::uuid`,
    [id],
  );
}
