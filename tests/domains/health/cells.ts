import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'health'> = {
  'health.check': { cells: byHost([ok], [ok], [ok]) },
  'health.live': { cells: byHost([ok], [ok], [ok]) },
  'health.ready': { cells: byHost([ok], [ok], [ok]) },
};
