import type { Filling, Tables } from '../../support/every-table.ts';
import { makeInvitations } from '../../support/member-links.ts';

export const tables: Tables = {
  invitations: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school }: Filling): Promise<void> {
  await makeInvitations(world, school, 1);
}
