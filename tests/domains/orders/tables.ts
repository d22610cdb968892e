import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  order_codes: { rights: ['select', 'insert', 'update', 'delete'] },
  order_lines: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
  order_shares: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
  orders: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
  track_events: { rights: ['select', 'insert'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s books of the orders that it sells by (decisions 88 and 96)': [
    'order_lines_sold_by_all',
    'orders_by_number',
    'orders_latest',
    'orders_of_email',
  ],
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with shop as (
        insert into shops (tenant_id, currency, digital_price, code, updated_at)
        values ($1, 'EUR', 400, 'GRN', now())
      ), made as (
        insert into orders (tenant_id, id, token, number, kind, currency, total, is_test, fingerprint, terms_version, origin, placed_at, lapses_at)
        values ($1, gen_random_uuid(), repeat('a', 22), 'GRN-1', 'shop', 'EUR', 400, true, sha256('x'), '1', 'http://x', now(), now()) returning *
      ), line as (
        insert into order_lines (tenant_id, id, order_id, place, kind, title, quantity, unit_price, amount, tax_rate_bp)
        select tenant_id, gen_random_uuid(), id, 0, 'digital', 'The hen', 1, 400, 400, 0 from made returning *
      ), certificate as (
        insert into certificates (tenant_id, id, public_id, kind, name, facts, order_id, line_id, issued_at)
        select tenant_id, gen_random_uuid(), repeat('a', 22), 'giving', 'A giver', '{}', order_id, id, now() from line
      ), share as (
        insert into order_shares (tenant_id, line_id, party, amount) select tenant_id, id, 'school', 400 from line
      ), code as (
        insert into order_codes (tenant_id, order_id, code_hash, ends_at) select tenant_id, id, sha256('x'), now() from made
      ), series as (
        insert into document_series (tenant_id, type, year, is_test, last) values ($1, 'order', 2026, true, 1)
      ), document as (
        insert into documents (tenant_id, id, token, type, year, is_test, serial, number, order_id, body, sha256, issued_at)
        select tenant_id, gen_random_uuid(), repeat('a', 22), 'order', 2026, true, 1, 'GRN-O26-00001', id, '{}', sha256('x'), now()
        from made
      ), event as (
        insert into track_events (tenant_id, id, order_id, kind, happened_at)
        select tenant_id, gen_random_uuid(), id, 'placed', now() from made
      ), payment as (
        insert into payments (tenant_id, id, order_id, provider, attempt, currency, amount, begun_at)
        select tenant_id, gen_random_uuid(), id, 'stripe', 1, 'EUR', 400, now() from made returning *
      ), received as (
        insert into payment_events (tenant_id, provider, event_id, kind, payment_id, received_at)
        select tenant_id, 'stripe', 'evt_1', 'checkout.session.completed', id, now() from payment
      ), refund as (
        insert into refunds (tenant_id, id, payment_id, amount, origin, state, asked_by, asked_at)
        select tenant_id, gen_random_uuid(), id, 100, 'staff', 'asked', $2, now() from payment returning *
      ), refunded as (
        insert into refund_lines (tenant_id, refund_id, line_id, amount)
        select line.tenant_id, refund.id, line.id, 100 from refund, line
      ), recorded as (
        insert into bank_transfers (tenant_id, id, payment_id, direction, amount, happened_on, bank_reference, recorded_at)
        select tenant_id, gen_random_uuid(), id, 'in', 400, '2026-11-26', 'B1', now() from payment
      ), transfer as (
        insert into transfers (tenant_id, key, debit, credit, currency, amount, is_test, made_at)
        values ($1, 'capture', 'clearing.stripe', 'school', 'EUR', 400, true, now())
      )
     insert into findings (tenant_id, id, kind, subject, found_at) values ($1, gen_random_uuid(), 'other_amount', 'x', now())`,
    [id, school.schoolAdmin.id],
  );
}
