import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/kit/day.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { asPlatform, billing, choosePlan, makePlan, payPlan } from '../support/plans.ts';
import { until } from '../support/until.ts';
import { plansOfFile } from './subscriptions.support.ts';

const { world, services, today, greenfield, riverside, read, query, after, forget } = plansOfFile();

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
    await expect(payPlan(world, services.money, order, visitor)).rejects.toThrow('orders.lapsed');
    // Somebody had the page of the provider open already.
    await query("update orders set state = 'placed' where id = $1", [order.id]);
    const { settle } = await payPlan(world, services.money, order, visitor);
    await until(async () => {
      await services.work.runDue();
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
    const { ref, settle } = await payPlan(world, services.money, order, world.greenfield.host);
    expect((await read(school)).subscription?.state).toBe('active');
    await services.money.peer('stripe').refund(ref);
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
    const { ref, settle } = await payPlan(world, services.money, order, world.greenfield.host);
    const { id } = await services.money.peer('stripe').dispute(ref);
    await settle();
    expect((await read(school)).subscription?.state).toBe('active');
    await services.money.peer('stripe').closeDispute(id, 'lost');
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
    return await payPlan(world, services.money, order, world.riverside.host);
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
    await services.money.peer('stripe').refund(before.ref);
    await before.settle();
    const less = (await read(await riverside())).subscription;
    expect(less).toMatchObject({ seats: 40, paid_ahead: { seats: 40 } });
    const later = await buySeats(6);
    await after(33);
    expect((await read(await riverside())).subscription).toMatchObject({ seats: 46, paid_ahead: null });
    await services.money.peer('stripe').refund(later.ref);
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
      if (how === 'given back') await services.money.peer('stripe').refund(first.ref);
      else {
        const { id } = await services.money.peer('stripe').dispute(first.ref);
        await services.money.peer('stripe').closeDispute(id, 'lost');
      }
      await first.settle();
      const ended = (await read(await riverside())).subscription;
      expect(ended).toMatchObject({ state: 'ended', paid_ahead: null });
      await until(async () => {
        await services.work.runDue();
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

it('emails say once each what is due: a week before, on the last day, twice after, and when the plan has run out', async () => {
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
    await services.work.runDue();
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
  await payPlan(world, services.money, order, world.riverside.host);
  await after(1);
  // Only the next period is told of.
  expect(await told()).toContainEqual(['reminder', 4]);
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
    await payPlan(world, services.money, order, world.riverside.host);
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
