import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  closing_asks: { rights: ['select', 'insert', 'update', 'delete'] },
  closing_counts: { rights: ['select', 'insert'], isKeptForGood: true },
  closings: { rights: ['select'], isKeptForGood: true },
  write_off_asks: { rights: ['select', 'insert', 'update', 'delete'] },
  written_off_shares: { rights: ['select', 'insert'], isKeptForGood: true },
};

export const after = ['orders'];

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with ask as (
        insert into closing_asks (tenant_id, asked_by, is_by_platform, reason, asked_at)
        values ($1, $2, false, 'We move', now())
      ), write_off as (
        insert into write_off_asks (tenant_id, asked_by, reason, asked_at) values ($1, $2, 'No bank account', now())
      ), written_off as (
        insert into written_off_shares (tenant_id, line_id, party, amount, reason, written_off_at)
        select tenant_id, line_id, party, amount, 'No bank account', now() from order_shares
        where tenant_id = $1 and party = 'school' limit 1
      ), kept as (
        insert into closings (tenant_id, id, is_by_platform, reason, begun_at, due_at, kept_at)
        values ($1, gen_random_uuid(), false, 'We move', now(), now() + interval '30 days', now()) returning *
      )
     insert into closing_counts (tenant_id, closing_id, table_name, before) select tenant_id, id, 'users', 1 from kept`,
    [id, school.schoolAdmin.id],
  );
}
