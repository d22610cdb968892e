import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { buying, ok } from '../../support/matrix/who-may.ts';

const noDocument = 'invoices.not_found';

const documentBy =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: SharedRows): CellInput => ({
    params: { type: 'order', token: orders[target as 'greenfield'].document },
    ...(body !== undefined && { body }),
  });

export const cells: CellsOf<'invoices'> = {
  'invoices.read': {
    targets: bothSchools,
    input: documentBy(),
    cells: buying([ok, noDocument], [noDocument, noDocument]),
  },
  'invoices.readWhole': {
    targets: bothSchools,
    input: documentBy({ pass: 'none' }),
    cells: buying(['orders.pass_over', noDocument], [noDocument, noDocument]),
  },
};
