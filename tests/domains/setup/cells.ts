import type { CellsOf } from '../../support/matrix/entry.ts';
import { ofAdministrators } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'setup'> = {
  'setup.read': { cells: ofAdministrators },
  // A school that was not registered has no such list, and stays as it is.
  'setup.hide': { input: () => ({ body: { is_hidden: true } }), cells: ofAdministrators },
};
