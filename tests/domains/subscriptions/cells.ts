import { uuidv7 } from 'uuidv7';
import type { Cells, CellsOf } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { byNewId } from '../../support/matrix/places.ts';
import { noVariant, ofSellersForAll, ok, refusedByRole, self } from '../../support/matrix/who-may.ts';

/** What the office of a school and that of an organization hear, and nobody else. */
const ofChoosers = (outcome: Outcome): Cells => ({
  targets: self,
  cells: {
    ...refusedByRole(1),
    school_admin: [outcome],
    organization_admin: [outcome],
    organization_admin_on_own_host: [outcome],
  },
});

export const cells: CellsOf<'subscriptions'> = {
  'subscriptions.read': ofChoosers(ok),
  'subscriptions.quote': {
    ...ofChoosers(noVariant),
    input: () => ({ query: { variant_id: uuidv7(), seats: '30', country: 'DE' } }),
  },
  'subscriptions.start': {
    ...ofChoosers(noVariant),
    input: () => ({
      body: {
        id: uuidv7(),
        variant_id: uuidv7(),
        seats: 30,
        billing: { name: 'Office', email: 'office@example.org', country: 'DE', address: null },
        total: 9000,
        accepts_terms: true,
      },
    }),
  },
  'subscriptions.update': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ body: { ends_at_period_end: true } }),
  },
  'subscriptions.quoteSeats': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ query: { seats: '5' } }),
  },
  'subscriptions.orderSeats': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ body: { id: uuidv7(), seats: 5, total: 100 } }),
  },
  'subscriptions.cancelOrder': { ...ofChoosers('subscriptions.order_not_found'), input: byNewId() },
  'subscriptions.listCovered': {
    cells: { organization_admin: [ok], organization_admin_on_own_host: [ok] },
  },
  'subscriptions.listOrders': ofChoosers(ok),
  'subscriptions.list': ofSellersForAll,
};
