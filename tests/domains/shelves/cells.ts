import type { CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import { byHost, ofAdministrators, ok } from '../../support/matrix/who-may.ts';

/** An organization has none. */
const ofOffice: WhoMay = {
  ...ofAdministrators,
  organization_admin_on_own_host: ['shelves.only_schools'],
};

export const cells: CellsOf<'shelves'> = {
  'shelves.list': {
    cells: byHost([ok], [ok], [ok]),
  },
  'shelves.readOwn': { cells: ofOffice },
  'shelves.setOwn': {
    input: () => ({ body: { is_open: true, country: 'NZ' } }),
    cells: ofOffice,
  },
};
