import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { Cells, CellsOf, Input } from '../../support/matrix/entry.ts';
import { bothSchools, tenantOf } from '../../support/matrix/places.ts';
import { byHost, elsewhere, ofThePanel, ok } from '../../support/matrix/who-may.ts';
import { makeLetters } from '../../support/member-links.ts';

interface Rows {
  /** Letters with invitations, each good for one cell. */
  letters: Record<'greenfield' | 'riverside', string[]>;
}

/** What the panel does about a letter of one school; the other school stays as it is. */
const ofLetters: Cells = {
  targets: ['greenfield'],
  cells: byHost([elsewhere], [elsewhere], [ok]),
};

const letterAt =
  (body?: unknown): Input<Rows> =>
  (target, world, { letters }) => ({
    params: { ...tenantOf(target, world), id: letters[target as 'greenfield'][0] ?? '' },
    ...(body !== undefined && { body }),
  });

export const cells: CellsOf<'mail', Rows> = {
  'mail.list': { cells: { school_admin: [ok] } },
  'mail.again': {
    targets: bothSchools,
    input: (target, _world, { letters }) => ({ params: { id: letters[target as 'greenfield'].pop() ?? '' } }),
    cells: { school_admin: [ok, 'mail.not_found'] },
  },
  'mail.listAll': ofThePanel,
  'mail.read': {
    targets: bothSchools,
    input: letterAt(),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, ok]),
  },
  'mail.showAddress': { ...ofLetters, input: letterAt({ reason: 'They asked' }) },
  'mail.sendAgain': { ...ofLetters, input: letterAt({ reason: 'They asked' }) },
  'mail.listSuppressions': ofThePanel,
  'mail.suppress': {
    ...ofThePanel,
    input: () => ({ body: { address: `${randomUUID()}@stopped.test`, reason: 'They asked' } }),
  },
  // Of nobody. panel-mail.test.ts lifts one.
  'mail.lift': {
    targets: ['nowhere'],
    input: () => ({ params: { id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['mail.not_suppressed']),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  return {
    letters: {
      greenfield: await makeLetters(world, world.greenfield, 2 * callers.length),
      riverside: await makeLetters(world, world.riverside, 2 * callers.length),
    },
  };
}
