import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Problem } from '#contract/kit/problem.ts';
import { addDays, daysBetween, type Day } from '#contract/kit/day.ts';
import { overAt } from '#contract/subscriptions/periods.rules.ts';
import { stateAt, type SubscriptionFacts } from '#contract/subscriptions/subscriptions.rules.ts';
import type { OwnSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { Changes } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { billing } from '../support/plans.ts';
import { composeServer, type MoneyServer } from './simulator/server.ts';
import { MoneyWorld } from './simulator/world.ts';

const day = 24 * 60 * 60 * 1000;
const years = 3;
const minute = 60_000;

const acts = {
  wait: 8,
  pay: 12,
  'pay what is taken back meanwhile': 1,
  'more seats': 2,
  'cancel them': 1,
  'other plan': 1,
  'the end': 1,
  'no end': 2,
  'all goes back': 1,
} as const;
type Act = keyof typeof acts;

const step = fc.record({
  who: fc.nat(2),
  act: fc.oneof(
    ...Object.entries(acts).map(([act, weight]) => ({ arbitrary: fc.constant(act as Act), weight })),
  ),
  /** Days until the next one. */
  days: fc.integer({ min: 1, max: 4 }),
  /** Of the variants, those by the month most. */
  which: fc.constantFrom(0, 0, 0, 0, 1, 2, 2, 2, 3),
  /** Whether what ends a plan is done, and not only thought about. */
  isSure: fc.nat(3).map((number) => number === 0),
  seats: fc.integer({ min: 1, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

interface Subscriber {
  readonly tenant: { id: string; is_platform: false; is_organization: boolean };
  readonly actor: Actor;
}

let world: MoneyWorld;
let server: MoneyServer;
let subscribers: readonly Subscriber[];
const variants = Array.from({ length: 4 }, () => uuidv7());
const problems: unknown[] = [];

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

beforeAll(async () => {
  world = await MoneyWorld.open();
  const { greenfield, riverside, organization } = inject('schools');
  const of = (id: string, person: { id: string }, is_organization: boolean): Subscriber => ({
    tenant: { id, is_platform: false, is_organization },
    actor: { id: person.id, tenant_id: id, role: 'school_admin', session_id: uuidv7() },
  });
  subscribers = [
    of(greenfield.tenant.id, greenfield.schoolAdmin, false),
    of(riverside.tenant.id, riverside.schoolAdmin, false),
    of(organization.tenant.id, organization.admin, true),
  ];
  // Each has a plan of its own.
  await query('update organization_schools set confirmed_at = null');
  const plan = uuidv7();
  await query(
    `insert into subscription_plans (id, name, created_at, updated_at) values ($1, 'School', now(), now())`,
    [plan],
  );
  for (const [id, period, price, trial] of [
    [variants[0], 'month', 333, 30],
    [variants[1], 'year', 3001, 14],
    [variants[2], 'month', 250, 0],
    [variants[3], 'year', 0, 0],
  ] as const)
    await query(
      `insert into subscription_variants (id, plan_id, period, currency, seat_price, seat_minimum, trial_days, is_offered, created_at, updated_at)
       values ($1, $2, $3, 'EUR', $4, 1, $5, true, now(), now())`,
      [id, plan, period, price, trial],
    );
  await query(
    `insert into tax_rates (country, kind, from_date, rate_bp, name) values ('DE', 'plan', '2020-01-01', 1900, 'VAT')`,
  );
  server = await composeServer({
    database: world.testDatabase.database,
    clock: world.clock,
    providers: world.providers,
    plant: {},
    onProblem: ({ error, what }) => problems.push([what, error]),
  });
});
afterAll(async () => {
  await server.work.close();
  await world.close();
});

const open = ({ tenant }: Subscriber): OpenCall => ({
  tenant,
  actor: null,
  now: world.clock.now(),
  requestId: 'r',
  browser: { network: 'n', known: null } as never,
  origin: 'http://school.localhost',
  signal: new AbortController().signal,
});

/** One call of the office, in a transaction of its own. */
const call = <Result>(
  { tenant, actor }: Subscriber,
  work: (call: Call<Actor>) => Promise<Result>,
): Promise<Result> =>
  inTenant(world.testDatabase.database, tenant.id, (transaction) =>
    work({
      transaction,
      tenant,
      actor,
      changes: new Changes(),
      now: world.clock.now(),
      base: undefined,
      origin: 'http://school.localhost',
    }),
  );

const read = (who: Subscriber): Promise<OwnSubscription> =>
  call(who, (each) => server.subscriptions.read(undefined, each));

async function start(who: Subscriber, variant_id: string, seats: number): Promise<void> {
  const quoted = { variant_id, seats, country: billing.country };
  const { total } = await call(who, (each) => server.subscriptions.quote({ query: quoted }, each));
  const body = { id: uuidv7(), variant_id, seats, billing, total, accepts_terms: true as const };
  await call(who, (each) => server.subscriptions.start({ body }, each));
}

/** Opens the page of the provider. @returns what it calls the payment */
async function begin(who: Subscriber, order: { id: string; token: string }) {
  await server.orders.pay({ params: { token: order.token }, body: { provider: 'stripe' } }, open(who));
  const [payment] = await query<{ id: string; provider_ref: string }>(
    'select id, provider_ref from payments where order_id = $1 order by attempt desc limit 1',
    [order.id],
  );
  if (!payment) throw new Error('A payment was begun');
  return payment;
}

async function pay(who: Subscriber, payment: { id: string; provider_ref: string }): Promise<void> {
  await world.sandbox.peers.stripe.pay(payment.provider_ref);
  await server.settling.settle(who.tenant.id, payment.id);
}

async function take(who: Subscriber, { act: what, which, seats, isSure }: Step): Promise<void> {
  const { subscription, open_orders } = await read(who);
  const variant_id = variants[which] ?? '';
  if (!subscription || subscription.state === 'ended') {
    if (what !== 'wait') await start(who, variant_id, seats);
    return;
  }
  const [order] = open_orders;
  switch (what) {
    case 'wait':
      return;
    case 'pay':
      if (order) await pay(who, await begin(who, order));
      return;
    case 'pay what is taken back meanwhile': {
      if (!order) return;
      const payment = await begin(who, order);
      const next = { variant_id, seats };
      await call(who, (each) => server.subscriptions.update({ body: { next } }, each));
      await pay(who, payment);
      return;
    }
    case 'more seats': {
      const quote = await call(who, (each) => server.subscriptions.quoteSeats({ query: { seats } }, each));
      const body = { id: uuidv7(), seats, total: quote.total };
      await call(who, (each) => server.subscriptions.orderSeats({ body }, each));
      return;
    }
    case 'cancel them': {
      const more = open_orders.find(({ purpose }) => purpose === 'seats');
      if (more)
        await call(who, (each) => server.subscriptions.cancelOrder({ params: { id: more.id } }, each));
      return;
    }
    case 'other plan': {
      const next = { variant_id, seats };
      await call(who, (each) => server.subscriptions.update({ body: { next } }, each));
      return;
    }
    case 'the end':
    case 'no end': {
      if (what === 'the end' && !isSure) return;
      const body = { ends_at_period_end: what === 'the end' };
      await call(who, (each) => server.subscriptions.update({ body }, each));
      return;
    }
    case 'all goes back': {
      if (!isSure) return;
      const [paid] = await query<{ id: string; provider_ref: string }>(
        `select payment.id, payment.provider_ref from payments as payment
         join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
         where payment.tenant_id = $1 and payment.state = 'captured' and made.state = 'paid'
         order by made.paid_at desc offset $2 limit 1`,
        // The latest, or the one before.
        [who.tenant.id, seats % 2],
      );
      if (!paid) return;
      await world.sandbox.peers.stripe.refund(paid.provider_ref);
      await server.settling.settle(who.tenant.id, paid.id);
    }
  }
}

/** What the office is told no to, such as more seats in grace. */
async function tryTo(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Problem && /^(subscriptions|orders)\./u.test(error.code)) return error.code;
    throw error;
  }
}

async function expectLaws(): Promise<void> {
  const none = async (text: string) => expect(await query(text)).toEqual([]);
  // Law 1 and 2: money is on an order that it pays for, or went back.
  await none(`
    select payment.id, made.state, bought.state as bought from payments as payment
    join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
    join subscription_orders as bought on bought.tenant_id = made.tenant_id and bought.order_id = made.id
    where payment.state = 'captured'
      and (made.state = 'paid') <> (bought.state in ('paid', 'applied'))`);
  await none(`select id from refunds where state <> 'done'`);
  await none(`select kind, details from findings`);
  // Law 5: shares are those of tax and platform, and add up; so do the accounts, to what the provider has.
  await none(`select party from order_shares where party not in ('tax', 'platform')`);
  await none(`
    select line.id from order_lines as line where line.amount <> coalesce((
      select sum(amount) from order_shares as share where share.tenant_id = line.tenant_id and share.line_id = line.id), 0)`);
  const [clearing] = await query<{ sum: string }>(`
    select coalesce(sum(case when debit = 'clearing.stripe' then amount when credit = 'clearing.stripe' then -amount end), 0) as sum
    from transfers`);
  const payments = Object.values(world.sandbox.peers.stripe.book.data.payments);
  const there = payments.reduce((sum, { captured, fee, refunds }) => {
    const back = refunds.filter(({ state }) => state === 'done').reduce((all, { amount }) => all + amount, 0);
    return sum + captured - (captured > 0 ? fee : 0) - back;
  }, 0);
  expect(Number(clearing?.sum)).toBe(there);
  await none(`
    select currency from (
      select currency, amount from transfers union all select currency, -amount from transfers
    ) as moved group by currency having sum(amount) <> 0`);
  // Law 9: exactly the documents that are due, without a gap.
  await none(`
    select tenant_id, type, year from documents group by tenant_id, type, year, is_test
    having max(serial) <> count(*) or min(serial) <> 1`);
  await none(`
    select made.id, made.state from orders as made where made.total > 0 and (
      (select count(*) from documents where tenant_id = made.tenant_id and order_id = made.id and type = 'subscription') <> 1
      or (select count(*) from documents where tenant_id = made.tenant_id and order_id = made.id and type = 'credit-note')
        <> case when made.state in ('lapsed', 'refunded') then 1 else 0 end)`);
  await none(`select id from documents where order_id in (select id from orders where total = 0)`);
  // Each e-mail once.
  await none(`
    select count(*) from email_messages where kind = 'subscriptions.due'
    having count(*) <> (select count(*) from subscription_orders as bought join orders as made on made.id = bought.order_id
      where bought.purpose = 'period' and made.total > 0)`);
  // One at a time, in the state that its dates say.
  await none(
    `select tenant_id from subscriptions where state <> 'ended' group by tenant_id having count(*) > 1`,
  );
  // No open or paid row under a subscription that has ended.
  await none(`
    select bought.order_id from subscription_orders as bought
    join subscriptions as held on held.tenant_id = bought.tenant_id and held.id = bought.subscription_id
    where held.state = 'ended' and bought.state in ('open', 'paid')`);
  const held = await query<SubscriptionFacts>(
    `select state, period_start::text as period_start, period_end::text as period_end, ends_at_period_end from subscriptions`,
  );
  for (const each of held) expect(stateAt(each, world.clock.now())).toBe(each.state);
}

interface PaidPeriod {
  subscription_id: string;
  anchor_day: number;
  period: 'month' | 'year';
  period_start: Day;
  period_end: Day;
}

/** Periods that were paid follow each other without a gap, and begin on the anchor’s day. */
async function expectPeriods(): Promise<number> {
  const periods = await query<PaidPeriod>(`
    select bought.subscription_id, held.anchor_day, variant.period, bought.period_start::text as period_start,
      bought.period_end::text as period_end
    from subscription_orders as bought
    join subscriptions as held on held.tenant_id = bought.tenant_id and held.id = bought.subscription_id
    join subscription_variants as variant on variant.id = bought.variant_id
    where bought.purpose = 'period' and bought.state in ('paid', 'applied')
    order by bought.subscription_id, bought.period_start`);
  for (const [place, each] of periods.entries()) {
    const before = periods[place - 1];
    if (before?.subscription_id === each.subscription_id)
      expect(each.period_start).toBe(addDays(before.period_end, 1));
    const lastOfMonth = Number(
      new Date(Date.UTC(Number(each.period_start.slice(0, 4)), Number(each.period_start.slice(5, 7)), 0))
        .toISOString()
        .slice(8, 10),
    );
    expect(Number(each.period_start.slice(8))).toBe(Math.min(each.anchor_day, lastOfMonth));
    const length = daysBetween(each.period_start, each.period_end) + 1;
    const [least, most] = each.period === 'month' ? [28, 31] : [365, 366];
    expect(length >= least && length <= most).toBe(true);
  }
  return periods.length;
}

it.each([
  [26, '2027-12-30T22:00:00Z'],
  [27, '2027-01-29T03:00:00Z'],
] as const)(
  'over three years of paying, missing, changing and ending plans, books and dates are right (seed %i)',
  async (seed, begun) => {
    await query(
      'truncate orders, subscriptions, findings, tasks, email_messages, document_series, failed_guesses cascade',
    );
    world.sandbox.peers.stripe.book.data.payments = {};
    world.clock.advance(Date.parse(begun) - world.clock.now().getTime());
    for (const [place, who] of subscribers.entries()) {
      await start(who, variants[place] ?? '', 20 + place);
      world.clock.advance(day);
    }
    const said = new Map<string, number>();
    const states = new Set<string>();
    for (const [place, each] of fc
      .sample(step, { seed, numRuns: Math.ceil((years * 366) / 2.5) })
      .entries()) {
      const who = subscribers[each.who];
      if (!who) throw new Error('There are three');
      const refused = await tryTo(() => take(who, each));
      if (refused) said.set(refused, (said.get(refused) ?? 0) + 1);
      states.add((await read(who)).subscription?.state ?? 'none');
      world.clock.advance(each.days * day);
      await server.work.runDue();
      if (place % 50 === 0) await query('delete from failed_guesses');
      if (place % 60 === 0) await expectLaws();
    }
    await expectLaws();
    expect([...states].toSorted()).toEqual(['active', 'ended', 'grace', 'read_only', 'trial']);
    expect([...said.keys()].filter((code) => !expected.has(code))).toEqual([]);
    expect(await expectPeriods()).toBeGreaterThan(20);
    // Nobody does anything any more: all that is not paid ends, and nothing is due but free plans.
    for (let days = 0; days < 500; days += 10) {
      world.clock.advance(10 * day);
      await server.work.runDue();
    }
    await expectLaws();
    const alive = await query<{ seat_price: string; period_end: string }>(
      `select variant.seat_price, held.period_end::text as period_end from subscriptions as held
       join subscription_variants as variant on variant.id = held.variant_id where held.state <> 'ended'`,
    );
    for (const { seat_price, period_end } of alive)
      expect([Number(seat_price), overAt(period_end) > world.clock.now()]).toEqual([0, true]);
    expect(problems).toEqual([]);
  },
  10 * minute,
);

const expected = new Set([
  'subscriptions.not_active',
  'subscriptions.order_waits',
  'subscriptions.not_found',
  'orders.already_paid',
  'orders.lapsed',
  'orders.provider_unavailable',
]);
