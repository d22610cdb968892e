import { uuidv7 } from 'uuidv7';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type {
  Billing,
  OwnSubscription,
  PlanOrder,
  VariantForm,
} from '#contract/subscriptions/subscriptions.schema.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { composeServer } from '../money/simulator/server.ts';
import type { ApiWorld, Caller } from './api-world.ts';
import type { PracticeMoney } from './practice-money.ts';

export const billing: Billing = {
  name: 'Greenfield Trust',
  email: 'bursar-canary@example.org',
  country: 'DE',
  address: { street: 'Ledger Lane 3', postcode: '10115', city: 'Berlin' },
};

export const asPlatform = (world: ApiWorld): Promise<Caller> => world.as(world.platformAdmin, 'localhost');

/** Makes a plan with one variant, as the platform does. */
export async function makePlan(
  world: ApiWorld,
  name: string,
  more: Partial<Omit<VariantForm, 'plan_id'>> = {},
): Promise<VariantForm> {
  const platform = await asPlatform(world);
  const plan_id = uuidv7();
  const plan = { id: plan_id, name, description: 'For a whole school', features: ['All books'] };
  await world.call(platform, planEndpoints.create, { body: plan });
  const variant: VariantForm = {
    id: uuidv7(),
    period: 'month',
    currency: 'EUR',
    seat_price: 300,
    seat_minimum: 1,
    seat_maximum: null,
    trial_days: 0,
    is_offered: true,
    ...more,
    plan_id,
  };
  await world.call(platform, planEndpoints.createVariant, { body: variant });
  return variant;
}

export async function quotePlan(world: ApiWorld, caller: Caller, variant_id: string, seats: number) {
  const query = { variant_id, seats: String(seats), country: billing.country };
  return await world.call(caller, subscriptionEndpoints.quote, { query });
}

/** Chooses a plan at the price that is shown. */
export async function choosePlan(
  world: ApiWorld,
  caller: Caller,
  variant_id: string,
  seats = 30,
): Promise<OwnSubscription> {
  const { total } = await quotePlan(world, caller, variant_id, seats);
  const body = { id: uuidv7(), variant_id, seats, billing, total, accepts_terms: true as const };
  return await world.call(caller, subscriptionEndpoints.start, { body });
}

/** Pays an order of a plan by card, as far as its provider is told; `settle` makes it true. */
export async function payPlan(
  world: ApiWorld,
  money: PracticeMoney,
  { token, id }: Pick<PlanOrder, 'token' | 'id'>,
  host: string,
): Promise<{ ref: string; settle(): Promise<void> }> {
  const visitor = await world.as('visitor', host);
  const params = { token };
  await world.call(visitor, orderEndpoints.pay, { params, body: { provider: 'stripe' } });
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    'select provider_ref from payments where order_id = $1 order by attempt desc limit 1',
    [id],
  );
  const ref = rows[0]?.provider_ref ?? '';
  await money.peer('stripe').pay(ref);
  const settle = async () => {
    world.clock.advance(4000);
    await world.call(visitor, orderEndpoints.check, { params });
  };
  await settle();
  return { ref, settle };
}

/** The due work of a second server, which a test runs. A task that fails, fails the test. */
export async function planWork(world: ApiWorld, money: PracticeMoney): Promise<DueWork> {
  const problems: unknown[] = [];
  const { work } = await composeServer({
    database: world.context.database,
    clock: world.clock,
    providers: money.payments.providers,
    plant: {},
    onProblem: ({ error, what, task }) =>
      problems.push(new Error(`${task?.kind ?? 'A look for tasks'} was ${what}`, { cause: error })),
  });
  return {
    ...work,
    async runDue() {
      const attempts = await work.runDue();
      // Never cleared: a test that repeats its runs until they pass must not pass either.
      if (problems.length > 0) throw new AggregateError(problems, 'Due work failed');
      return attempts;
    },
  };
}
