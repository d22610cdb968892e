import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  work_reports: { rights: ['select', 'insert', 'update'] },
};

export async function fill({ id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `insert into work_reports (tenant_id, id, work_id, reason, reported_at)
     values ($1, gen_random_uuid(), $2, 'other', now())`,
    [id, story.id],
  );
}
