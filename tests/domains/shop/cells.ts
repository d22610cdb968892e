import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { byHost, elsewhere, ofAdministrators, ofShopkeepers, ok } from '../../support/matrix/who-may.ts';

const workForSale =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: SharedRows): CellInput => ({
    params: { id: orders[target as 'greenfield'].lines[0]?.work_id ?? '' },
    ...(body !== undefined && { body }),
  });

export const cells: CellsOf<'shop'> = {
  'shop.read': { cells: byHost([ok], [ok], [elsewhere]) },
  'shop.update': {
    input: (_target, _world, { orders }) => ({
      body: {
        is_open: false,
        currency: 'EUR',
        digital_price: 0,
        print_price: 0,
        print_cost: 0,
        shipping_price: 0,
        school_bp: 0,
        default_cause_id: null,
        code: orders.greenfield.code,
      },
    }),
    cells: { ...ofAdministrators, organization_admin_on_own_host: ['orders.code_taken'] },
  },
  'shop.readSale': { targets: bothSchools, input: workForSale(), cells: ofShopkeepers('works.not_found') },
  'shop.updateSale': {
    targets: bothSchools,
    input: workForSale({ is_for_sale: true, digital_price: null, print_price: null }),
    cells: ofShopkeepers('works.not_found'),
  },
};
