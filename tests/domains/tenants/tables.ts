import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  platform_days: { rights: ['select', 'insert', 'update', 'delete'] },
  registrations: { rights: ['select', 'insert', 'update', 'delete'] },
  tasks: { rights: ['select', 'insert', 'update', 'delete'] },
  tenant_ceilings: { rights: ['select', 'insert', 'update', 'delete'] },
  tenant_days: { rights: ['select', 'insert', 'update'] },
  tenant_keys: { rights: ['select', 'insert', 'delete'] },
  tenant_logos: { rights: ['select', 'insert', 'update', 'delete'] },
  tenant_numbers: { rights: ['select', 'insert', 'update'], isReadByPlatform: true },
  tenant_usage: { rights: ['select', 'insert', 'update', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s days, which a task adds up (decision 119)': ['tenant_days_by_day'],
  'tasks that are due, whosever they are (decision 73)': ['tasks_dated', 'tasks_due'],
};

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    "insert into tenant_logos (tenant_id, sha256, content) values ($1, sha256('x'), 'x')",
    [id],
  );
  await administrator.query(
    `with numbers as (
        insert into tenant_numbers (
          tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of
        ) values ($1, 1, 1, 1, 1, 1, 0, 1, 1, 1, now())
      ), platform as (
        insert into platform_days (tenant_id, metric, day, value) values ($1, 'sign_ins', current_date, 1)
      ), used as (
        insert into tenant_usage (tenant_id, day, bytes) values ($1, current_date, 1)
      ), ceilings as (
        insert into tenant_ceilings (tenant_id, mails_a_day, updated_at) values ($1, 900, now())
      )
     insert into tenant_days (tenant_id, day, students, staff, active, sign_ins, published)
     values ($1, current_date, 1, 1, 1, 1, 0)`,
    [id],
  );
  await administrator.query(
    `insert into registrations (tenant_id, id, email, asked_from, registered_id, created_at)
     values ($1, gen_random_uuid(), 'office@school.test', 'network', gen_random_uuid(), now())`,
    [id],
  );
}
