import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, ok, unknown } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'help'> = {
  'help.list': {
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
};
