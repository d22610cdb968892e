import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  student_media_weeks: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `insert into student_media_weeks (tenant_id, student_id, week)
     select tenant_id, id, current_date from students where tenant_id = $1 limit 1`,
    [id],
  );
}
