import { randomUUID } from 'node:crypto';
import { usualSettings } from '#contract/works/reading.schema.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { readingAnything, syncing } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'reading'> = {
  'reading.reach': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'] },
      body: { round: 1, reached: 1 },
    }),
    cells: readingAnything,
  },
  'reading.mark': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'], partId: randomUUID() },
      body: { is_set: true },
    }),
    cells: readingAnything,
  },
  'reading.react': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'] },
      body: { reaction: 'wow' },
    }),
    cells: readingAnything,
  },
  'reading.choose': { input: () => ({ body: usualSettings }), cells: syncing },
};
