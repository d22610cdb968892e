import type { CellsOf } from '../../support/matrix/entry.ts';
import { ofAdministrators } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'dashboard'> = {
  'dashboard.readSchool': { cells: ofAdministrators },
  'dashboard.listActivity': { cells: ofAdministrators },
};
