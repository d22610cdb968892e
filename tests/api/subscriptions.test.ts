import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { addDays } from '#contract/kit/day.ts';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { asPlatform, billing, choosePlan, makePlan, payPlan, quotePlan } from '../support/plans.ts';
import { day, plansOfFile } from './subscriptions.support.ts';

const { world, services, today, greenfield, riverside, read, query, after, forget } = plansOfFile();

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
    await payPlan(world, services.money, order, world.riverside.host);
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
    const pages = await pagesByKey((place) =>
      world.call(school, subscriptionEndpoints.listOrders, { query: { limit: 1, ...place } }),
    );
    expect(pages.flat()).toEqual(history.results);
    for (const made of madeUpPlaces)
      expect(
        await world.refusal(school, subscriptionEndpoints.listOrders, { query: { after: made } }),
      ).toMatchObject({
        status: 400,
        errors: { after: expect.any(Array) },
      });
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
    await payPlan(world, services.money, order, world.riverside.host);
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
