import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  cart_lines: { rights: ['select', 'insert', 'delete'] },
};

export async function fill({ school, id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    'insert into cart_lines (tenant_id, user_id, work_id, added_at) values ($1, $2, $3, now())',
    [id, school.teacher.id, story.id],
  );
}
