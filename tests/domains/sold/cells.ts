import type { CellsOf } from '../../support/matrix/entry.ts';
import { managing, ofAdministrators } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'sold'> = {
  'sold.list': { cells: managing },
  'sold.sum': { cells: managing },
  'sold.causes': { cells: ofAdministrators },
};
