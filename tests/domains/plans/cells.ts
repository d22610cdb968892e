import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Cells, CellsOf } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { byNewId } from '../../support/matrix/places.ts';
import { managing, noVariant, ofSellersForAll, refusedByRole, self } from '../../support/matrix/who-may.ts';

/** What the platform hears, of something that is not there. */
const ofPlanMakers = (missing: Outcome): Cells => ({
  targets: self,
  cells: { ...refusedByRole(1), platform_admin_on_own_host: [missing] },
});

const planFields = () => ({ name: `Plan ${randomUUID()}`, description: '', features: [] });

const variantFields = {
  period: 'year',
  currency: 'EUR',
  seat_price: 300,
  seat_minimum: 1,
  seat_maximum: null,
  trial_days: 0,
  is_offered: false,
};

const noPlan = 'subscriptions.plan_not_found';

export const cells: CellsOf<'plans'> = {
  // tests/api/subscriptions*.test.ts have plans that are there.
  'plans.list': { cells: managing },
  'plans.create': { ...ofSellersForAll, input: () => ({ body: { id: uuidv7(), ...planFields() } }) },
  'plans.update': { ...ofPlanMakers(noPlan), input: byNewId(planFields) },
  'plans.remove': { ...ofPlanMakers(noPlan), input: byNewId() },
  'plans.createVariant': {
    ...ofPlanMakers(noPlan),
    input: () => ({ body: { id: uuidv7(), plan_id: uuidv7(), ...variantFields } }),
  },
  'plans.updateVariant': { ...ofPlanMakers(noVariant), input: byNewId(() => variantFields) },
  'plans.removeVariant': { ...ofPlanMakers(noVariant), input: byNewId() },
  'plans.setRequired': { ...ofSellersForAll, input: () => ({ body: { is_required: false } }) },
};
