import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf, WholeCall } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import { byHost, managing, ofOwnSchool, ok } from '../../support/matrix/who-may.ts';
import { makeInvitations } from '../../support/member-links.ts';

interface Rows {
  /** Invitations, each good for one cell. */
  invitations: Record<'greenfield' | 'riverside', { id: string; token: string }[]>;
}

const noInvitation = 'invitations.not_found';

const noSuchLink = 'invitations.link_unknown';

const changeInvitation: WholeCall<Rows> = {
  targets: bothSchools,
  input: (target, _world, { invitations }) => ({
    params: { id: invitations[target as 'greenfield'].pop()?.id ?? '' },
  }),
  cells: ofOwnSchool(noInvitation),
};

export const cells: CellsOf<'invitations', Rows> = {
  'invitations.list': { cells: managing },
  'invitations.invite': {
    input: () => ({ body: { email: `${randomUUID()}@example.org`, role: 'teacher' } }),
    cells: {
      ...managing,
      organization_admin_on_own_host: ['members.role_not_yours'],
      platform_admin_on_own_host: ['members.role_not_yours'],
    },
  },
  'invitations.resend': changeInvitation,
  'invitations.revoke': changeInvitation,
  'invitations.check': {
    targets: bothSchools,
    input: (target, _world, { invitations }) => ({
      body: { token: invitations[target as 'greenfield'][0]?.token },
    }),
    cells: byHost([ok, noSuchLink], [noSuchLink, noSuchLink], [noSuchLink, noSuchLink]),
  },
  'invitations.accept': {
    targets: bothSchools,
    input: (target, _world, { invitations }) => ({
      body: {
        token: invitations[target as 'greenfield'].pop()?.token,
        first_name: 'New',
        last_name: 'Teacher',
        new_password: 'three-words-in-a-row',
      },
    }),
    cells: byHost([ok, noSuchLink], [noSuchLink, noSuchLink], [noSuchLink, noSuchLink]),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  return {
    invitations: {
      greenfield: await makeInvitations(world, world.greenfield, 4 * callers.length),
      riverside: await makeInvitations(world, world.riverside, 4 * callers.length),
    },
  };
}
