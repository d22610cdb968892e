import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  class_assignments: { rights: ['select', 'insert', 'update', 'delete'] },
  learning_steps: { rights: ['select', 'insert', 'update'] },
  live_reminders: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `insert into learning_steps (tenant_id, user_id, page_id, step_id) values ($1, $2, gen_random_uuid(), 'finished')`,
    [id, school.teacher.id],
  );
  await administrator.query(
    'insert into live_reminders (tenant_id, user_id, page_id, set_at) values ($1, $2, gen_random_uuid(), now())',
    [id, school.teacher.id],
  );
  await administrator.query(
    'insert into class_assignments (tenant_id, school_class_id, page_id) values ($1, $2, gen_random_uuid())',
    [id, school.ownClass.id],
  );
}
