import type { CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import { forbidden, openToReaders, syncing } from '../../support/matrix/who-may.ts';

const teaching: WhoMay = { ...syncing, student: [forbidden], parent: [forbidden] };

export const cells: CellsOf<'library'> = {
  'library.listShelves': { cells: openToReaders },
  'library.searchAll': {
    // A child of each class of each school has this name.
    input: () => ({ query: { search: 'Siobhan' } }),
    cells: openToReaders,
  },
  'library.readBookStats': { cells: openToReaders },
  'library.readImpacts': { cells: openToReaders },
  'library.readReactionStats': { cells: openToReaders },
  'library.readTeacherBookStats': { cells: teaching },
  'library.readTeacherStoryStats': { cells: teaching },
};
