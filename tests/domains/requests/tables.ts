import type { Filling, Tables } from '../../support/every-table.ts';
import { makeRequests } from '../../support/requests.ts';

export const tables: Tables = {
  enrolment_invitations: { rights: ['select', 'insert'] },
  request_pictures: { rights: ['select', 'insert'] },
  requests: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school, id, administrator }: Filling): Promise<void> {
  const [request] = await makeRequests(world, school, { count: 1 });
  await administrator.query(
    `with picture as (
        insert into request_pictures (tenant_id, request_id, media_type, content, created_at)
        values ($1, $2, 'image/jpeg', 'picture', now())
      )
     insert into enrolment_invitations (tenant_id, request_id, email, invited_by, invited_at)
     values ($1, $2, 'office@school.test', $3, now())`,
    [id, request?.id, school.schoolAdmin.id],
  );
}
