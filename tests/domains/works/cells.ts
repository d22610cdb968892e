import type { CellsOf } from '../../support/matrix/entry.ts';
import { ofWorks, openToReaders } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'works'> = {
  'works.list': { cells: openToReaders },
  'works.listCredits': { cells: openToReaders },
  'works.read': ofWorks,
  'works.listChapters': ofWorks,
  'works.listPages': ofWorks,
};
