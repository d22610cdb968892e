import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'dearWorld'> = {
  // Of none. dear-world.test.ts has an edition.
  'dearWorld.read': {
    cells: byHost([ok], [ok], [ok]),
  },
};
