import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  organization_schools: { rights: ['select', 'insert', 'update', 'delete'] },
  school_invitations: { rights: ['select', 'insert', 'update', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the linked scope: a school finds the organizations that it belongs to (decision 26)': [
    'organization_schools_of_school',
  ],
};

export async function fill({ world, school, id, administrator }: Filling): Promise<void> {
  await administrator.query('insert into organization_schools (tenant_id, school_id) values ($1, $2)', [
    id,
    world.platform.id,
  ]);
  await administrator.query(
    `insert into school_invitations (tenant_id, id, email, token_hash, invited_by, created_at, sent_at, expires_at)
     values ($1, gen_random_uuid(), 'office@school.test', sha256('x'), $2, now(), now(), now())`,
    [id, school.schoolAdmin.id],
  );
}
