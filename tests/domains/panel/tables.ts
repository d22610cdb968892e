import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  saved_views: { rights: ['select', 'insert', 'update', 'delete'] },
  tenant_work_days: { rights: ['select', 'insert', 'update'] },
  tenant_work_numbers: { rights: ['select', 'insert', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s days, which a task adds up (decision 119)': [
    'tenant_work_days_by_day',
    'tenant_work_numbers_of_shelf',
  ],
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with days as (
        insert into tenant_work_days (tenant_id, day, kind, made, handed_in, published)
        values ($1, current_date, 'book', 1, 1, 1)
      )
     insert into tenant_work_numbers (tenant_id, kind, part, value, works) values ($1, 'book', 'language', 'en', 1)`,
    [id],
  );
  await administrator.query(
    `insert into saved_views (tenant_id, user_id, id, name, path, query, created_at)
     select $1, $2, gen_random_uuid(), 'Parents', '/admin-panel/all-users', 'role=parent', now()`,
    [id, school.teacher.id],
  );
}
