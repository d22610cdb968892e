import type { CellsOf } from '../../support/matrix/entry.ts';
import { forbidden, readingAnything, syncing } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'cart'> = {
  'cart.read': {
    cells: { ...syncing, student: [forbidden], parent: [forbidden] },
  },
  'cart.change': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({ body: { add: [works[target as 'public']], remove: [] } }),
    cells: { ...readingAnything, student: [forbidden, forbidden], parent: [forbidden, forbidden] },
  },
};
