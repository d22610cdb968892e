import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, ok } from '../../support/matrix/who-may.ts';
import { makePasswordLinks } from '../../support/password-links.ts';

interface Rows {
  /** Tokens of links for a new password; greenfield's are enough for one in each cell. */
  links: { greenfield: string[]; riverside: string[] };
}

const noLink = 'passwords.link_refused';

const wrongOld = 'passwords.wrong_old_password';

export const cells: CellsOf<'passwords', Rows> = {
  'passwords.askReset': {
    // It answers alike for everybody's address; whose it is makes no difference that is seen here.

    input: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    cells: byHost([ok], [ok], [ok]),
  },
  'passwords.change': {
    // Wrong for all, so that everybody's stays what it is; password-change.test.ts has the right ones.

    input: () => ({ body: { old_password: 'not-the-password', new_password: 'three-words-in-a-row' } }),
    cells: {
      parent: [wrongOld],
      teacher: [wrongOld],
      teacher_of_birch: [wrongOld],
      teacher_admin: [wrongOld],
      school_admin: [wrongOld],
      organization_admin: [wrongOld],
      organization_admin_on_own_host: [wrongOld],
      platform_admin_on_own_host: [wrongOld],
    },
  },
  'passwords.checkReset': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { links }) => ({ body: { token: links[target as 'greenfield'][0] } }),
    cells: byHost([ok, noLink], [noLink, noLink], [noLink, noLink]),
  },
  'passwords.reset': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { links }) => ({
      body: {
        token: target === 'greenfield' ? links.greenfield.pop() : links.riverside[0],
        new_password: 'three-words-in-a-row',
      },
    }),
    cells: byHost([ok, noLink], [noLink, noLink], [noLink, noLink]),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  return {
    links: {
      greenfield: await makePasswordLinks(world, world.greenfield, callers.length + 1),
      riverside: await makePasswordLinks(world, world.riverside, 1),
    },
  };
}
