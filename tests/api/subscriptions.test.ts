import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { openApiWorld, type ApiWorld, type Caller } from '../support/api-world.ts';
import { asPlatform, billing, choosePlan, makePlan, payPlan, planWork, quotePlan } from '../support/plans.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { until } from '../support/until.ts';

const day = 24 * 60 * 60 * 1000;

let money: PracticeMoney;
let world: ApiWorld;
let work: DueWork;

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments });
  work = await planWork(world, money);
});
afterAll(async () => {
  await work.close();
  await world.close();
  await money.close();
});

const today = () => dayOf(world.clock.now());
const greenfield = () => world.as(world.greenfield.schoolAdmin);
const riverside = () => world.as(world.riverside.schoolAdmin);
const read = (caller: Caller) => world.call(caller, subscriptionEndpoints.read, {});
const query = async (text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Record<string, unknown>>(text, values)).rows;

/** Moves the clock on and runs what became due by then. */
async function after(days: number): Promise<void> {
  world.clock.advance(days * day);
  await work.runDue();
}

/** As if a tenant had never had a plan. */
async function forget(): Promise<void> {
  for (const table of [
    'documents',
    'transfers',
    'refund_lines',
    'refunds',
    'payments',
    'order_shares',
    'track_events',
    'subscription_orders',
    'order_lines',
    'orders',
    'subscriptions',
    'subscription_rules',
    'document_series',
  ])
    await world.testDatabase.administrator.query(`delete from ${table}`);
  await world.testDatabase.administrator.query("delete from tasks where kind like 'subscriptions.%'");
}

describe('plans', () => {
  it('are made and changed by the platform, and shown to schools once a variant is offered', async () => {
    const platform = await asPlatform(world);
    const variant = await makePlan(world, 'Whole school', { is_offered: false });
    const offered = async () => (await world.call(await greenfield(), planEndpoints.list, {})).plans;
    expect(await offered()).toEqual([]);
    const { id, plan_id, ...fields } = variant;
    const params = { id };
    const body = { ...fields, is_offered: true, seat_price: 250 };
    await world.call(platform, planEndpoints.updateVariant, { params, body });
    expect(await offered()).toMatchObject([
      { name: 'Whole school', variants: [{ id, seat_price: 250, in_use: null }] },
    ]);
    const { plans } = await world.call(platform, planEndpoints.list, {});
    expect(plans).toMatchObject([{ id: plan_id, variants: [{ in_use: 0 }] }]);
    const gone = await world.call(platform, planEndpoints.remove, { params: { id: plan_id } });
    expect(gone.plans).toEqual([]);
  });

  it('are refused at the field that is wrong, and once by the same name', async () => {
    const platform = await asPlatform(world);
    const { id: _id, plan_id, ...fields } = await makePlan(world, 'Small school');
    const make = async (more: object) =>
      await world.refusal(platform, planEndpoints.createVariant, {
        body: { id: uuidv7(), plan_id, ...fields, ...more },
      });
    for (const [field, more] of [
      ['seat_maximum', { seat_minimum: 50, seat_maximum: 20 }],
      ['seat_price', { seat_price: -1 }],
      ['period', { period: 'week' }],
      ['trial_days', { trial_days: 400 }],
      ['currency', { currency: 'EURO' }],
    ] as const) {
      const refused = await make(more);
      expect([refused.status, Object.keys(refused.errors)]).toEqual([400, [field]]);
    }
    const twice = await world.refusal(platform, planEndpoints.create, {
      body: { id: uuidv7(), name: 'SMALL SCHOOL', description: '', features: [] },
    });
    expect(twice).toMatchObject({ code: 'subscriptions.name_taken', errors: { name: [expect.any(String)] } });
  });

  it('are made once where the same is sent again, and not with other words', async () => {
    const platform = await asPlatform(world);
    const body = { id: uuidv7(), name: 'Sent again', description: 'All', features: ['One', 'Two'] };
    const made = await world.call(platform, planEndpoints.create, { body });
    expect(await world.call(platform, planEndpoints.create, { body })).toEqual(made);
    const other = { ...body, features: ['Two', 'One'] };
    const plan = await world.refusal(platform, planEndpoints.create, { body: other });
    expect([plan.status, plan.code]).toEqual([409, 'subscriptions.id_taken']);
    const variant = await makePlan(world, 'Its variant');
    const first = await world.call(platform, planEndpoints.createVariant, { body: variant });
    expect(first.variants).toHaveLength(1);
    for (const change of [
      { seat_price: variant.seat_price + 1 },
      { seat_maximum: 5 },
      { plan_id: body.id },
    ]) {
      const refused = await world.refusal(platform, planEndpoints.createVariant, {
        body: { ...variant, ...change },
      });
      expect([refused.status, refused.code]).toEqual([409, 'subscriptions.id_taken']);
    }
    for (const id of [body.id, variant.plan_id])
      await world.call(platform, planEndpoints.remove, { params: { id } });
  });

  it('stay while a school has them, in their period and currency too', async () => {
    const platform = await asPlatform(world);
    const { id, plan_id, ...fields } = await makePlan(world, 'Kept');
    await choosePlan(world, await riverside(), id);
    const codes = [
      await world.refusal(platform, planEndpoints.remove, { params: { id: plan_id } }),
      await world.refusal(platform, planEndpoints.removeVariant, { params: { id } }),
      await world.refusal(platform, planEndpoints.updateVariant, {
        params: { id },
        body: { ...fields, period: 'year' },
      }),
    ].map(({ code }) => code);
    expect(codes).toEqual(['subscriptions.in_use', 'subscriptions.in_use', 'subscriptions.fixed']);
    const body = { ...fields, seat_price: 400, is_offered: false };
    await world.call(platform, planEndpoints.updateVariant, { params: { id }, body });
    const refused = await world.refusal(await greenfield(), subscriptionEndpoints.quote, {
      query: { variant_id: id, seats: '3', country: 'DE' },
    });
    expect(refused.code).toBe('subscriptions.not_offered');
    await forget();
  });

  it('are nothing that a school makes, and audited', async () => {
    const refused = await world.refusal(await greenfield(), planEndpoints.setRequired, {
      body: { is_required: true },
    });
    expect(refused.status).toBe(403);
    const rows = await query("select distinct tenant_id from audit_entries where action like 'plans.%'");
    expect(rows).toEqual([{ tenant_id: world.platform.id }]);
  });
});

describe('a plan that is chosen', () => {
  it('begins with its trial, with an order that has its document, of this school alone', async () => {
    const variant = await makePlan(world, 'With trial', { trial_days: 14 });
    const school = await greenfield();
    const quote = await quotePlan(world, school, variant.id, 30);
    expect(quote).toMatchObject({ total: 9000, trial_ends_on: addDays(today(), 13) });
    const own = await choosePlan(world, school, variant.id);
    expect(own).toMatchObject({
      is_required: false,
      refuses_growth: false,
      may_try: false,
      subscription: { state: 'trial', seats: 30, days_left: 14, period_end: addDays(today(), 13) },
      open_orders: [{ state: 'placed', total: 9000, documents: [{ type: 'subscription' }] }],
    });
    expect(own.seats_used).toBeGreaterThan(0);
    const [order] = own.open_orders;
    const token = order?.documents[0]?.token ?? '';
    const params = { type: 'subscription', token } as const;
    const shown = await world.call(school, invoiceEndpoints.read, { params });
    expect(shown).toMatchObject({
      total: 9000,
      paid_on: null,
      buyer: { name: billing.name, address: 'Ledger Lane 3\n10115 Berlin' },
    });
    const other = await read(await riverside());
    expect(other).toMatchObject({ subscription: null, open_orders: [], may_try: true });
    const strange = await world.refusal(await riverside(), invoiceEndpoints.read, { params });
    expect(strange.code).toBe('invoices.not_found');
    const masked = await world.call(await world.as(world.greenfield.teacher), invoiceEndpoints.read, {
      params,
    });
    expect(masked.buyer).toBeNull();
  });

  it('is refused twice, with another price, with other seats, and answers the same again', async () => {
    const { id: variant_id } = await makePlan(world, 'Bounded', { seat_minimum: 10, seat_maximum: 40 });
    const body = { id: uuidv7(), variant_id, seats: 20, billing, total: 6000, accepts_terms: true as const };
    const second = await world.refusal(await greenfield(), subscriptionEndpoints.start, { body });
    expect(second.code).toBe('subscriptions.subscribed');
    const school = await riverside();
    const dear = { ...body, total: 5999 };
    const changed = await world.refusal(school, subscriptionEndpoints.start, { body: dear });
    expect(changed).toMatchObject({
      code: 'subscriptions.price_changed',
      details: { quote: { total: 6000 } },
    });
    for (const seats of [9, 41]) {
      const many = await world.refusal(school, subscriptionEndpoints.start, { body: { ...body, seats } });
      expect(Object.keys(many.errors)).toEqual(['seats']);
    }
    const first = await world.call(school, subscriptionEndpoints.start, { body });
    expect(await world.call(school, subscriptionEndpoints.start, { body })).toEqual(first);
    const other = { ...body, seats: 21, total: 6300 };
    const taken = await world.refusal(school, subscriptionEndpoints.start, { body: other });
    expect(taken.code).toBe('subscriptions.id_taken');
    // Without a trial it is due at once, and nothing is refused for two weeks.
    expect(first.subscription).toMatchObject({ state: 'grace', grace_days_left: 14 });
    expect(
      await query('select 1 from subscriptions where tenant_id = $1', [world.riverside.tenant.id]),
    ).toHaveLength(1);
  });

  it('is active once it is paid, with shares for tax and platform alone, and stands in the history', async () => {
    const school = await riverside();
    const [order] = (await read(school)).open_orders;
    if (!order) throw new Error('The first period is ordered');
    await payPlan(world, money, order, world.riverside.host);
    const own = await read(school);
    expect(own).toMatchObject({
      subscription: { state: 'active', seats: 20, period_start: today() },
    });
    const parties = await query(
      'select distinct party from order_shares join order_lines as line on line.id = line_id where line.order_id = $1',
      [order.id],
    );
    expect(parties).toEqual([{ party: 'platform' }]);
    const history = await world.call(school, subscriptionEndpoints.listOrders, { query: {} });
    expect(history.results.map(({ number, state }) => [number, state])).toContainEqual([
      order.number,
      'paid',
    ]);
    const theirs = await world.call(await greenfield(), subscriptionEndpoints.listOrders, { query: {} });
    expect(theirs.results.map(({ number }) => number)).not.toContain(order.number);
    const list = await world.call(await asPlatform(world), subscriptionEndpoints.list, {
      query: { state: 'active' },
    });
    expect(list.results).toMatchObject([
      { tenant: { id: world.riverside.tenant.id }, seats: 20, plan_name: 'Bounded' },
    ]);
    const found = await world.call(await asPlatform(world), subscriptionEndpoints.list, {
      query: { search: 'GREEN' },
    });
    expect(found.results.map(({ state }) => state)).toEqual(['trial']);
  });

  it('gets more seats at once for the days that are left, when they are paid', async () => {
    const before = (await read(await riverside())).subscription;
    world.clock.advance(10 * day);
    const school = await riverside();
    const { days_left = 0, seats = 0 } = (await read(school)).subscription ?? {};
    const quote = await world.call(school, subscriptionEndpoints.quoteSeats, { query: { seats: '5' } });
    const [line] = quote.lines;
    expect(line).toMatchObject({
      seats: 5,
      days_left,
      unit_price: Math.ceil((300 * days_left) / (line?.days ?? 1)),
    });
    const body = { id: uuidv7(), seats: 5, total: quote.total };
    const dear = { ...body, id: uuidv7(), total: 1 };
    const changed = await world.refusal(school, subscriptionEndpoints.orderSeats, { body: dear });
    expect(changed.code).toBe('subscriptions.price_changed');
    const ordered = await world.call(school, subscriptionEndpoints.orderSeats, { body });
    expect(await world.call(school, subscriptionEndpoints.orderSeats, { body })).toEqual(ordered);
    expect(ordered.subscription?.seats).toBe(seats);
    const again = { ...body, id: uuidv7() };
    const waits = await world.refusal(school, subscriptionEndpoints.orderSeats, { body: again });
    expect(waits.code).toBe('subscriptions.order_waits');
    const strange = await world.refusal(await greenfield(), subscriptionEndpoints.cancelOrder, {
      params: { id: body.id },
    });
    expect(strange.code).toBe('subscriptions.order_not_found');
    const order = ordered.open_orders.find(({ purpose }) => purpose === 'seats');
    if (!order) throw new Error('More seats are ordered');
    await payPlan(world, money, order, world.riverside.host);
    const after_paying = await read(school);
    expect(after_paying.subscription).toMatchObject({ seats: seats + 5, period_end: before?.period_end });
    // The order of the next period is for as many.
    expect(after_paying.open_orders).toMatchObject([{ purpose: 'period', seats: seats + 5 }]);
  });

  it('changes from the next period on, and takes back what was ordered before', async () => {
    const school = await riverside();
    const [old] = (await read(school)).open_orders;
    const { id: variant_id } = await makePlan(world, 'By year', { period: 'year', seat_price: 2000 });
    const own = await world.call(school, subscriptionEndpoints.update, {
      body: { next: { variant_id, seats: 12 } },
    });
    expect(own.subscription).toMatchObject({ seats: 25, next: { plan_name: 'By year', seats: 12 } });
    expect(own.open_orders).toMatchObject([{ plan_name: 'By year', total: 12 * 2000 }]);
    const { results } = await world.call(school, subscriptionEndpoints.listOrders, { query: {} });
    expect(results.find(({ id }) => id === old?.id)).toMatchObject({
      state: 'lapsed',
      is_replaced: true,
      documents: [{ type: 'subscription' }, { type: 'credit-note' }],
    });
    const ending = await world.call(school, subscriptionEndpoints.update, {
      body: { ends_at_period_end: true },
    });
    expect(ending).toMatchObject({ subscription: { ends_at_period_end: true }, open_orders: [] });
    await after(40);
    expect((await read(await riverside())).subscription).toMatchObject({ state: 'ended' });
  });
});

describe('money for a plan', () => {
  it('that comes after something else was chosen goes back, without another credit note', async () => {
    await forget();
    const variant = await makePlan(world, 'Replaced');
    const school = await greenfield();
    const [order] = (await choosePlan(world, school, variant.id)).open_orders;
    if (!order) throw new Error('The first period is ordered');
    const visitor = world.greenfield.host;
    await world.call(school, subscriptionEndpoints.update, {
      body: { next: { variant_id: variant.id, seats: 31 } },
    });
    await expect(payPlan(world, money, order, visitor)).rejects.toThrow('orders.lapsed');
    // Somebody had the page of the provider open already.
    await query("update orders set state = 'placed' where id = $1", [order.id]);
    const { settle } = await payPlan(world, money, order, visitor);
    await until(async () => {
      await work.runDue();
      await settle();
      const again = await greenfield();
      const { results } = await world.call(again, subscriptionEndpoints.listOrders, { query: {} });
      const back = results.find(({ id }) => id === order.id);
      expect(back).toMatchObject({ state: 'refunded', refunded: order.total });
      expect(back?.documents.map(({ type }) => type)).toEqual(['subscription', 'credit-note']);
    });
    expect((await read(await greenfield())).subscription).toMatchObject({ state: 'grace' });
    await balances();
  });

  it('that the platform gives back whole ends the plan', async () => {
    const school = await greenfield();
    const [order] = (await read(school)).open_orders;
    if (!order) throw new Error('The first period is ordered');
    const { ref, settle } = await payPlan(world, money, order, world.greenfield.host);
    expect((await read(school)).subscription?.state).toBe('active');
    await money.peer('stripe').refund(ref);
    await settle();
    expect(await read(school)).toMatchObject({ subscription: { state: 'ended' }, open_orders: [] });
    await balances();
  });

  it('that is disputed changes nothing until the dispute is lost', async () => {
    await forget();
    const school = await greenfield();
    const variant = await makePlan(world, 'Disputed');
    const [order] = (await choosePlan(world, school, variant.id)).open_orders;
    if (!order) throw new Error('The first period is ordered');
    const { ref, settle } = await payPlan(world, money, order, world.greenfield.host);
    const { id } = await money.peer('stripe').dispute(ref);
    await settle();
    expect((await read(school)).subscription?.state).toBe('active');
    await money.peer('stripe').closeDispute(id, 'lost');
    await settle();
    expect((await read(school)).subscription?.state).toBe('ended');
    await balances();
  });

  it('for nothing is paid at once, and has no document', async () => {
    await forget();
    const variant = await makePlan(world, 'Free', { seat_price: 0 });
    const own = await choosePlan(world, await riverside(), variant.id);
    expect(own).toMatchObject({ subscription: { state: 'active' }, open_orders: [] });
    expect(await query('select 1 from documents')).toEqual([]);
  });
});

describe('a period that is paid ahead', () => {
  /** A month of 40 seats that runs, and the next one that waits for its money or is paid. */
  async function begin(name: string, more: Parameters<typeof makePlan>[2] = {}) {
    await forget();
    const { id: variant_id } = await makePlan(world, name, more);
    const [first] = (await choosePlan(world, await riverside(), variant_id, 40)).open_orders;
    return { variant_id, first: await pay(first) };
  }

  async function pay(order: Parameters<typeof payPlan>[2] | undefined) {
    if (!order) throw new Error('It is ordered');
    return await payPlan(world, money, order, world.riverside.host);
  }

  async function payNext() {
    return await pay((await read(await riverside())).open_orders.find(({ purpose }) => purpose === 'period'));
  }

  async function moreSeats(seats: number) {
    const school = await riverside();
    const { total } = await world.call(school, subscriptionEndpoints.quoteSeats, {
      query: { seats: String(seats) },
    });
    return { id: uuidv7(), seats, total };
  }

  async function buySeats(seats: number) {
    const body = await moreSeats(seats);
    const own = await world.call(await riverside(), subscriptionEndpoints.orderSeats, { body });
    return await pay(own.open_orders.find(({ id }) => id === body.id));
  }

  it('is no more what is chosen for the next one, and a choice after it counts for the one after', async () => {
    const { variant_id } = await begin('Chosen twice');
    const choose = async (seats: number) =>
      await world.call(await riverside(), subscriptionEndpoints.update, {
        body: { next: { variant_id, seats } },
      });
    await choose(30);
    await payNext();
    const paid = (await read(await riverside())).subscription;
    expect(paid).toMatchObject({ seats: 40, next: null, paid_ahead: { seats: 30 } });
    expect((await choose(20)).subscription).toMatchObject({ next: { seats: 20 }, paid_ahead: { seats: 30 } });
    await after(33);
    const own = await read(await riverside());
    expect(own.subscription).toMatchObject({ seats: 30, next: { seats: 20 }, paid_ahead: null });
    expect(own.open_orders).toMatchObject([{ purpose: 'period', seats: 20 }]);
  });

  it('has no more seats either that were bought for it too, where their money goes back', async () => {
    await begin('Seats go back');
    await payNext();
    const before = await buySeats(5);
    const more = (await read(await riverside())).subscription;
    expect(more).toMatchObject({ seats: 45, paid_ahead: { seats: 45 } });
    await money.peer('stripe').refund(before.ref);
    await before.settle();
    const less = (await read(await riverside())).subscription;
    expect(less).toMatchObject({ seats: 40, paid_ahead: { seats: 40 } });
    const later = await buySeats(6);
    await after(33);
    expect((await read(await riverside())).subscription).toMatchObject({ seats: 46, paid_ahead: null });
    await money.peer('stripe').refund(later.ref);
    await later.settle();
    const own = await read(await riverside());
    expect(own).toMatchObject({ subscription: { seats: 40 }, open_orders: [{ seats: 40 }] });
    await balances();
  });

  it.each(['given back', 'disputed'] as const)(
    'is given back once where all money of the one that runs is %s',
    async (how) => {
      const { first } = await begin(`All is ${how}`);
      const next = await payNext();
      if (how === 'given back') await money.peer('stripe').refund(first.ref);
      else {
        const { id } = await money.peer('stripe').dispute(first.ref);
        await money.peer('stripe').closeDispute(id, 'lost');
      }
      await first.settle();
      const ended = (await read(await riverside())).subscription;
      expect(ended).toMatchObject({ state: 'ended', paid_ahead: null });
      await until(async () => {
        await work.runDue();
        await next.settle();
        const history = await world.call(await riverside(), subscriptionEndpoints.listOrders, { query: {} });
        expect(history.results.map(({ state, refunded }) => [state, refunded])).toEqual([
          ['refunded', 40 * 300],
          ['refunded', 40 * 300],
        ]);
      });
      const refunds = await query('select origin, state from refunds order by origin');
      const lost = how === 'disputed' ? 'dispute' : 'provider';
      expect(refunds).toEqual([
        { origin: lost, state: 'done' },
        { origin: 'withdrawn', state: 'done' },
      ]);
      await balances();
    },
  );
});

/** All accounts of a currency add up to nothing. */
async function balances(): Promise<void> {
  const rows = await query(
    `select currency, sum(amount) as sum from (
       select currency, amount from transfers union all select currency, -amount from transfers
     ) as moved group by currency having sum(amount) <> 0`,
  );
  expect(rows).toEqual([]);
  const clearing = await query(
    `select sum(case when debit like 'clearing.%' then amount else -amount end) as sum from transfers
     where debit like 'clearing.%' or credit like 'clearing.%'`,
  );
  const platform = await query(
    `select sum(case when credit in ('platform', 'tax') then amount else 0 end)
       - sum(case when debit in ('platform', 'tax') then amount else 0 end) as sum from transfers`,
  );
  const fees = await query("select coalesce(sum(amount), 0) as sum from transfers where debit = 'fees'");
  expect(Number(clearing[0]?.sum)).toBe(Number(platform[0]?.sum) - Number(fees[0]?.sum));
}

it('e-mails say once each what is due: a week before, on the last day, twice after, and when the plan has run out', async () => {
  await forget();
  await query('delete from email_messages');
  const variant = await makePlan(world, 'Told of', { trial_days: 20 });
  const [order] = (await choosePlan(world, await riverside(), variant.id)).open_orders;
  const told = async () =>
    (
      await query(
        `select kind, count(*)::int as sent from email_messages where kind like 'subscriptions.%' group by kind order by kind`,
      )
    ).map(({ kind, sent }) => [String(kind).replace('subscriptions.', ''), sent]);
  expect(await told()).toEqual([['due', 1]]);
  for (const [days, reminders] of [
    [13, 1],
    [7, 2],
    [7, 3],
    [6, 4],
  ] as const) {
    await after(days);
    await work.runDue();
    expect(await told()).toEqual([
      ['due', 1],
      ['reminder', reminders],
    ]);
  }
  await after(3);
  expect(await told()).toEqual([
    ['due', 1],
    ['read_only', 1],
    ['reminder', 4],
  ]);
  const [letter] = await query(
    "select to_address, tenant_id from email_messages where kind = 'subscriptions.due'",
  );
  expect(letter).toEqual({ to_address: billing.email, tenant_id: world.riverside.tenant.id });
  if (!order) throw new Error('The first period is ordered');
  await payPlan(world, money, order, world.riverside.host);
  await after(1);
  // Only the next period is told of.
  expect(await told()).toContainEqual(['reminder', 4]);
});

describe('an organization', () => {
  it('has its schools in its plan, and they need none of their own', async () => {
    await forget();
    const organization = await world.as(world.organization.admin, world.organization.host);
    const variant = await makePlan(world, 'Trust');
    const own = await choosePlan(world, organization, variant.id, 50);
    const schools = await world.call(organization, subscriptionEndpoints.listCovered, { query: {} });
    expect(schools.results.map(({ id }) => id)).toContain(world.greenfield.tenant.id);
    expect(own.seats_used).toBe(schools.results.reduce((sum, { seats_used }) => sum + seats_used, 0));
    const school = await greenfield();
    expect(await read(school)).toMatchObject({
      covered_by: { id: world.organization.tenant.id, state: 'grace' },
      subscription: null,
      open_orders: [],
    });
    const quote = await quotePlan(world, school, variant.id, 10);
    const refused = await world.refusal(school, subscriptionEndpoints.start, {
      body: {
        id: uuidv7(),
        variant_id: variant.id,
        seats: 10,
        billing,
        total: quote.total,
        accepts_terms: true,
      },
    });
    expect(refused.code).toBe('subscriptions.covered');
    expect((await read(await riverside())).covered_by).toBeNull();
    const history = await world.call(school, subscriptionEndpoints.listOrders, { query: {} });
    expect(history.results).toEqual([]);
  });
});

describe('where a plan is required', () => {
  const invite = async (caller: Caller) =>
    await world.request(caller, 'POST', '/api/v1/invitations/', {
      body: { email: `${uuidv7()}@example.org`, role: 'teacher', first_name: 'Ada', last_name: 'Hill' },
    });
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

  it('nothing is refused for two weeks, then only what a school grows by, and never the export', async () => {
    await forget();
    await world.call(await asPlatform(world), planEndpoints.setRequired, { body: { is_required: true } });
    expect(await read(await riverside())).toMatchObject({
      is_required: true,
      refuses_growth: false,
      choose_until: addDays(today(), 14),
    });
    expect(codeOf(await invite(await riverside()))).not.toBe('subscriptions.read_only');
    await after(16);
    const school = await riverside();
    expect(await read(school)).toMatchObject({ refuses_growth: true, choose_until: null });
    const refused = await invite(school);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'subscriptions.read_only']);
    const open = await world.refusal(school, shopEndpoints.update, {
      body: {
        is_open: true,
        currency: 'EUR',
        digital_price: 100,
        print_price: null,
        print_cost: 0,
        shipping_price: 0,
        school_bp: 0,
        default_cause_id: null,
        code: 'RIV',
      },
    });
    expect(open.code).toBe('subscriptions.read_only');
    // Reading, and what takes people away, goes on.
    await world.call(school, invitationEndpoints.list, { query: {} });
    const elsewhere = await invite(await asPlatform(world));
    expect(codeOf(elsewhere)).not.toBe('subscriptions.read_only');
  });

  it('a plan lets a school grow again in trial, and once it is paid after it had run out', async () => {
    const school = await riverside();
    const variant = await makePlan(world, 'Lapsing', { trial_days: 7 });
    await choosePlan(world, school, variant.id);
    expect(await read(school)).toMatchObject({ refuses_growth: false, subscription: { state: 'trial' } });
    await after(8);
    expect((await read(await riverside())).subscription).toMatchObject({ state: 'grace' });
    expect(codeOf(await invite(await riverside()))).not.toBe('subscriptions.read_only');
    await after(15);
    const late = await read(await riverside());
    expect(late).toMatchObject({ refuses_growth: true, subscription: { state: 'read_only' } });
    expect(codeOf(await invite(await riverside()))).toBe('subscriptions.read_only');
    const [order] = late.open_orders;
    if (!order) throw new Error('The period waits to be paid');
    await payPlan(world, money, order, world.riverside.host);
    expect(await read(await riverside())).toMatchObject({
      refuses_growth: false,
      subscription: { state: 'active' },
    });
    expect(codeOf(await invite(await riverside()))).not.toBe('subscriptions.read_only');
  });

  it('an organization’s plan lets its schools grow', async () => {
    const school = await greenfield();
    expect(codeOf(await invite(school))).toBe('subscriptions.read_only');
    const organization = await world.as(world.organization.admin, world.organization.host);
    await choosePlan(world, organization, (await makePlan(world, 'All schools')).id, 50);
    expect(codeOf(await invite(await greenfield()))).not.toBe('subscriptions.read_only');
  });

  it('ends with an order that nobody paid for 60 days, which loses its document', async () => {
    const organization = await world.as(world.organization.admin, world.organization.host);
    const [order] = (await read(organization)).open_orders;
    await after(61);
    const again = await world.as(world.organization.admin, world.organization.host);
    expect(await read(again)).toMatchObject({ subscription: { state: 'ended' }, may_try: false });
    const { results } = await world.call(again, subscriptionEndpoints.listOrders, { query: {} });
    expect(results.find(({ id }) => id === order?.id)).toMatchObject({
      state: 'lapsed',
      is_replaced: false,
      documents: [{ type: 'subscription' }, { type: 'credit-note' }],
    });
  });
});
