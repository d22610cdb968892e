import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { pagesByKey } from '../support/pages-by-key.ts';
import { asPlatform, billing, choosePlan, makePlan, payPlan, quotePlan } from '../support/plans.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { QueryCount } from '../support/query-count.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';

const queries = new QueryCount();

let money: PracticeMoney;
let world: ApiWorld;

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments, plugins: [queries] });
});
afterAll(async () => {
  await world.close();
  await money.close();
});

const greenfield = () => world.as(world.greenfield.schoolAdmin);
const riverside = () => world.as(world.riverside.schoolAdmin);
const read = (caller: Caller) => world.call(caller, subscriptionEndpoints.read, {});

async function moreSeats(caller: Caller, seats: number) {
  const query = { seats: String(seats) };
  const { total } = await world.call(caller, subscriptionEndpoints.quoteSeats, { query });
  return { id: uuidv7(), seats, total };
}

/** Sends calls that all wait for a lock of the test, and lets them go on together. */
async function together<Result>(lock: string, calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const { administrator } = world.testDatabase;
  await administrator.query('begin');
  try {
    await administrator.query(lock);
    const answers = Promise.all(calls.map((call) => call()));
    await untilWaiting(administrator, calls.length);
    await administrator.query('commit');
    return await answers;
  } finally {
    await administrator.query('rollback');
  }
}

describe('more seats in a trial', () => {
  it('are added once, however often the same call comes', async () => {
    const { id: variant_id } = await makePlan(world, 'Trial', { trial_days: 14, seat_maximum: 60 });
    const school = await greenfield();
    await choosePlan(world, school, variant_id, 30);
    const other = await choosePlan(world, await riverside(), variant_id, 30);
    const body = await moreSeats(school, 5);
    const first = await world.call(school, subscriptionEndpoints.orderSeats, { body });
    expect(first).toMatchObject({ subscription: { seats: 35 }, open_orders: [{ seats: 35 }] });
    expect(await world.call(school, subscriptionEndpoints.orderSeats, { body })).toEqual(first);
    const second = await world.call(school, subscriptionEndpoints.orderSeats, {
      body: await moreSeats(school, 7),
    });
    expect(second.subscription?.seats).toBe(42);
    // An answer that was lost is asked for late.
    expect(await world.call(school, subscriptionEndpoints.orderSeats, { body })).toEqual(second);
    const changed = { ...body, seats: 6 };
    const taken = await world.refusal(school, subscriptionEndpoints.orderSeats, { body: changed });
    expect([taken.status, taken.code]).toEqual([409, 'subscriptions.id_taken']);
    expect((await read(await riverside())).subscription).toEqual(other.subscription);
    // An id is of one school.
    const theirs = await world.call(await riverside(), subscriptionEndpoints.orderSeats, { body });
    expect(theirs.subscription?.seats).toBe(35);
    expect((await read(await greenfield())).subscription?.seats).toBe(42);
  });

  it('are added once where the same call comes twice at once', async () => {
    const school = await greenfield();
    const body = await moreSeats(school, 3);
    const send = () => world.call(school, subscriptionEndpoints.orderSeats, { body });
    const answers = await together('select from subscriptions for update', [send, send]);
    expect(answers.map((own) => own.subscription?.seats)).toEqual([45, 45]);
    expect((await read(await greenfield())).subscription?.seats).toBe(45);
  });
});

describe('more seats of a plan that is paid', () => {
  /** @returns the id of its order */
  async function payPeriod(school: Caller, host: string): Promise<string> {
    const order = (await read(school)).open_orders.find(({ purpose }) => purpose === 'period');
    if (!order) throw new Error('A period is ordered');
    await payPlan(world, money, order, host);
    return order.id;
  }

  /** An order of a book at this school. @returns its id */
  async function buyBook(): Promise<string> {
    const { riverside: school } = world;
    const [work] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    ]);
    const lines = [{ work_id: work?.id ?? '', edition: 'digital' as const, quantity: 1 }];
    await sellAt(world, school, { code: 'RIV', works: lines.map(({ work_id }) => work_id) });
    const visitor = await world.as('visitor', school.host);
    const body = orderOf(await quoteFor(world, visitor, lines), lines, { provider: 'stripe' });
    await world.call(visitor, orderEndpoints.place, { body });
    return body.id;
  }

  it('are refused with the id of an order of the shop or of a period, and ordered with that of another school', async () => {
    const school = await riverside();
    const period = await payPeriod(school, world.riverside.host);
    const body = await moreSeats(school, 5);
    const id = await buyBook();
    for (const taken of [id, period]) {
      const refused = await world.refusal(school, subscriptionEndpoints.orderSeats, {
        body: { ...body, id: taken },
      });
      expect([refused.status, refused.code]).toEqual([409, 'subscriptions.id_taken']);
    }
    await payPeriod(await greenfield(), world.greenfield.host);
    const theirs = await world.call(await greenfield(), subscriptionEndpoints.orderSeats, {
      body: { ...(await moreSeats(await greenfield(), 5)), id },
    });
    expect(theirs.open_orders.map((order) => order.id)).toContain(id);
    // Nothing of what was refused is left.
    const own = await world.call(school, subscriptionEndpoints.orderSeats, { body });
    expect(own.open_orders.filter(({ purpose }) => purpose === 'seats')).toMatchObject([{ id: body.id }]);
  });

  it('are one order where the same call comes twice at once', async () => {
    const school = await riverside();
    const { open_orders } = await read(school);
    const waiting = open_orders.find(({ purpose }) => purpose === 'seats');
    await world.call(school, subscriptionEndpoints.cancelOrder, { params: { id: waiting?.id ?? '' } });
    const body = await moreSeats(school, 4);
    const send = () => world.call(school, subscriptionEndpoints.orderSeats, { body });
    const [one, other] = await together('select from subscriptions for update', [send, send]);
    expect(one).toEqual(other);
    expect(one?.open_orders.filter(({ purpose }) => purpose === 'seats')).toMatchObject([{ id: body.id }]);
    await world.call(school, subscriptionEndpoints.cancelOrder, { params: { id: body.id } });
  });

  it('are no more than the plan has that is paid for the next period', async () => {
    const { id: variant_id } = await makePlan(world, 'Smaller', { seat_maximum: 50 });
    // The next period is ordered thirty days before the one that runs is over.
    world.clock.advance(30 * 24 * 60 * 60 * 1000);
    const school = await riverside();
    await world.call(school, subscriptionEndpoints.update, { body: { next: { variant_id, seats: 48 } } });
    await payPeriod(school, world.riverside.host);
    const before = (await read(school)).subscription;
    expect(before).toMatchObject({ seats: 35, paid_ahead: { seats: 48 } });
    const errors = { seats: ['The plan that is paid for the next period is for 1 to 50 seats'] };
    const query = { seats: '3' };
    const quoted = await world.refusal(school, subscriptionEndpoints.quoteSeats, { query });
    expect(quoted).toMatchObject({ status: 400, errors });
    const body = { id: uuidv7(), seats: 3, total: 900 };
    const refused = await world.refusal(school, subscriptionEndpoints.orderSeats, { body });
    expect(refused).toMatchObject({ status: 400, errors });
    const most = await moreSeats(school, 2);
    await world.call(school, subscriptionEndpoints.orderSeats, { body: most });
    expect((await read(await riverside())).subscription).toEqual(before);
  });
});

describe('a plan that is chosen', () => {
  it('is one where the same call comes twice at once, and refused where another one came first', async () => {
    const organization = await world.as(world.organization.admin, world.organization.host);
    const { id: variant_id } = await makePlan(world, 'Trust');
    const { total } = await quotePlan(world, organization, variant_id, 50);
    const body = { id: uuidv7(), variant_id, seats: 50, billing, total, accepts_terms: true as const };
    const send = () => world.call(organization, subscriptionEndpoints.start, { body });
    const [one, other] = await together('lock table subscriptions in share row exclusive mode', [send, send]);
    expect(one).toEqual(other);
    expect(one?.subscription).toMatchObject({ id: body.id, seats: 50 });
    const another = { ...body, id: uuidv7() };
    const refused = await world.refusal(organization, subscriptionEndpoints.start, { body: another });
    expect(refused.code).toBe('subscriptions.subscribed');
  });
});

it('the platform’s list asks no more of the database for more schools', async () => {
  const organization = await world.as(world.organization.admin, world.organization.host);
  const used = new Map<string, number>();
  for (const [{ id }, caller] of [
    [world.greenfield.tenant, await greenfield()],
    [world.riverside.tenant, await riverside()],
    [world.organization.tenant, organization],
  ] as const)
    used.set(id, (await read(caller)).seats_used);
  const platform = await asPlatform(world);
  // Due work asks beside it now and then, so the least of some looks counts.
  const listed = async (query: object) => {
    const counts: number[] = [];
    for (let look = 1; ; look += 1) {
      const before = queries.asked;
      const { results } = await world.call(platform, subscriptionEndpoints.list, { query });
      counts.push(queries.asked - before);
      if (look === 5) return { results, asked: Math.min(...counts) };
    }
  };
  const [first, ...others] = await pagesByKey((place) =>
    world.call(platform, subscriptionEndpoints.list, { query: { limit: 1, ...place } }),
  );
  const all = await world.call(platform, subscriptionEndpoints.list, { query: {} });
  expect([first, ...others].flat()).toEqual(all.results);
  const { next } = await world.call(platform, subscriptionEndpoints.list, { query: { limit: 1 } });
  const after = new URLSearchParams(next ?? '').get('after');
  const few = await listed({ limit: '1', after });
  const schools = await listed({ limit: '2', after });
  expect([few.results.length, schools.results.length]).toEqual([1, 2]);
  expect(schools.asked).toBe(few.asked);
  const { results } = await listed({});
  expect(new Map(results.map(({ tenant, seats_used }) => [tenant.id, seats_used]))).toEqual(used);
  expect([...used.values()].every((seats) => seats > 0)).toBe(true);
});
