import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { openApiWorld, type ApiWorld, type Caller } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { choosePlan, makePlan } from '../support/plans.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';

let money: PracticeMoney;
let world: ApiWorld;

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments });
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

/** Sends calls that all wait for the plan of a school, and lets them go on together. */
async function together<Result>(id: string, calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const { administrator } = world.testDatabase;
  await administrator.query('begin');
  try {
    await administrator.query('select from subscriptions where id = $1 for update', [id]);
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
    const { subscription } = await read(school);
    const body = await moreSeats(school, 3);
    const send = () => world.call(school, subscriptionEndpoints.orderSeats, { body });
    const answers = await together(subscription?.id ?? '', [send, send]);
    expect(answers.map((own) => own.subscription?.seats)).toEqual([45, 45]);
    expect((await read(await greenfield())).subscription?.seats).toBe(45);
  });
});
