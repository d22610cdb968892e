import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  password_resets: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school }: Filling): Promise<void> {
  await world.call({ host: school.host, access: null }, passwordEndpoints.askReset, {
    body: { email: school.teacher.email },
  });
}
