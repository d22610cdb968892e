import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from '../../support/api-world.ts';
import { causeForm } from '../../support/causes.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import {
  byHost,
  elsewhere,
  forbidden,
  managing,
  ofOwnSchool,
  ok,
  unknown,
} from '../../support/matrix/who-may.ts';

const noCause = 'causes.not_found';

/** Who runs a cause: the office of the school that named it, and the platform each of them. */
const ofCauses: Cells = {
  targets: bothSchools,
  cells: { ...ofOwnSchool(noCause), platform_admin_on_own_host: [ok, ok] },
};

const causeOf =
  (body?: () => unknown) =>
  (target: string, _world: ApiWorld, { causes }: SharedRows): CellInput => ({
    params: { id: causes[target as 'greenfield'] },
    ...(body && { body: body() }),
  });

export const cells: CellsOf<'causes'> = {
  'causes.list': { cells: byHost([ok], [ok], [ok]) },
  'causes.read': {
    targets: bothSchools,
    input: (target, _world, { causes }) => ({ params: { idOrSlug: causes[target as 'greenfield'] } }),
    cells: {
      ...byHost([ok, ok], [ok, ok], [ok, ok]),
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'causes.listOwn': { cells: managing },
  'causes.readOwn': { ...ofCauses, input: causeOf() },
  'causes.create': { input: () => ({ body: causeForm() }), cells: managing },
  'causes.update': { ...ofCauses, input: causeOf(() => ({ summary: 'Warm nests' })) },
  'causes.setPicture': { ...ofCauses, input: causeOf(() => ({ picture: 'none' })) },
  // Where it is already: the cells that come later need it there.
  'causes.move': { ...ofCauses, input: causeOf(() => ({ state: 'open' })) },
  'causes.addUpdate': { ...ofCauses, input: causeOf(() => ({ id: uuidv7(), text: 'Ten nests stand' })) },
  'causes.raised': {
    cells: {
      ...byHost([ok], [forbidden], [elsewhere]),
      visitor: [unknown],
      parent: [forbidden],
      organization_admin: [forbidden],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
};
