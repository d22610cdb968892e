import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  champions: { rights: ['select', 'insert', 'update'] },
};

export async function fill({ school, id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `with champion as (
        insert into champions (tenant_id, user_id, kind, why, ends_at, granted_by, granted_at, updated_at)
        values ($1, $3, 'teacher', 'Helps', now(), $3, now(), now())
      )
     insert into pick_suggestions (tenant_id, school_id, work_id, suggested_by, why, suggested_at, state)
     values ($1, $1, $2, $3, 'Good to read', now(), 'open')`,
    [id, story.id, school.schoolAdmin.id],
  );
}
