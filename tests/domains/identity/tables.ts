import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  community_passwords: { rights: ['select', 'insert', 'update'] },
  credentials: { rights: ['select', 'insert', 'update'] },
  failed_guesses: { rights: ['select', 'insert', 'update', 'delete'] },
  refresh_tokens: { rights: ['select', 'insert', 'update', 'delete'] },
  sessions: { rights: ['select', 'insert', 'update'] },
  tutorials_seen: { rights: ['select', 'insert'] },
};

export async function fill({ world, school, id, administrator }: Filling): Promise<void> {
  await administrator.query('insert into tutorials_seen (tenant_id, user_id, key) values ($1, $2, $3)', [
    id,
    school.teacher.id,
    'stories',
  ]);
  await world.refusal({ host: school.host, access: null }, identityEndpoints.signIn, {
    body: { username: 'nobody', password: 'nothing' },
  });
}
