import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { longAgo } from '../../support/matrix/places.ts';
import { byHost, elsewhere, ofThePanel, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'picks'> = {
  'picks.list': { cells: byHost([elsewhere], [elsewhere], [ok]) },
  // Of none. panel-picks.test.ts picks some.
  'picks.listSuggested': ofThePanel,
  'picks.decline': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() }, body: { seen: longAgo } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.not_suggested']),
  },
  'picks.pick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.work_not_found']),
  },
  'picks.unpick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.not_picked']),
  },
};
