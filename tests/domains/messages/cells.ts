import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, ofThePanel } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'messages'> = {
  'messages.list': ofThePanel,
  'messages.pick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() }, body: { year: 2026 } }),
    cells: byHost([elsewhere], [elsewhere], ['messages.not_found']),
  },
  'messages.unpick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['messages.not_picked']),
  },
};
