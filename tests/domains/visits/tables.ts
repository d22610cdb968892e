import type { Filling, Tables } from '../../support/every-table.ts';
import { makeVisitLinks } from '../../support/visits.ts';

export const tables: Tables = {
  visit_links: { rights: ['select', 'insert', 'update', 'delete'] },
  visit_overrides: { rights: ['select', 'insert', 'update', 'delete'] },
  visit_requests: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school, id, administrator }: Filling): Promise<void> {
  await makeVisitLinks(world, school, 1);
  await administrator.query(
    `insert into visit_overrides (tenant_id, id, school_id, asked_by, wants, reason, asked_at)
     values ($1, gen_random_uuid(), $1, $2, 'look', 'To look', now())`,
    [id, school.schoolAdmin.id],
  );
  await administrator.query(
    `insert into visit_requests (tenant_id, id, guest_id, wants, reason, asked_at)
     select tenant_id, gen_random_uuid(), id, 'look', 'To look', now() from users
     where tenant_id = $1 and home_user_id is not null limit 1`,
    [id],
  );
}
