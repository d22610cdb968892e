import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { firstMode } from '../../support/matrix/places.ts';
import { byHost, ok, unknown } from '../../support/matrix/who-may.ts';

const noMode = 'modes.not_found';

export const cells: CellsOf<'modes'> = {
  'modes.list': {
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
  'modes.setLock': {
    targets: ['mode', 'nothing'],
    input: (target) => ({
      params: { id: target === 'mode' ? firstMode : randomUUID() },
      body: { locked: true },
    }),
    cells: {
      school_admin: [ok, noMode],
      organization_admin: [ok, noMode],
      organization_admin_on_own_host: [ok, noMode],
    },
  },
};
