import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { firstMode } from '../../support/matrix/places.ts';
import { ofPlatformAlone } from '../../support/matrix/who-may.ts';

/** A picture of one pixel. */
const dot = new File(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  'dot.png',
  { type: 'image/png' },
);

export const cells: CellsOf<'platformModes'> = {
  'platformModes.list': { cells: ofPlatformAlone },
  'platformModes.create': {
    input: () => ({
      body: { id: randomUUID(), name: randomUUID(), active: false, image: dot },
    }),
    cells: ofPlatformAlone,
  },
  'platformModes.update': {
    input: () => ({ params: { id: firstMode }, body: { name: 'Tales and wonders' } }),
    cells: ofPlatformAlone,
  },
  'platformModes.setOrder': {
    // No order of all modes, so that later cells find them in theirs.
    input: () => ({ body: { ids: [] } }),
    cells: { ...ofPlatformAlone, platform_admin_on_own_host: ['modes.order_changed'] },
  },
};
