import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPrefix } from '#contract/kit/http.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller, type TestSchool } from '../support/api-world.ts';
import { gate } from '../support/gate.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
/** What happens before the program hears that a provider took a refund. */
let onTheWay = async () => {};

const lines = (school: TestSchool): WantedLine[] => [
  { work_id: hens.get(school.tenant.id) ?? '', edition: 'digital', quantity: 1 },
];
const hens = new Map<string, string>();

beforeAll(async () => {
  money = await openPracticeMoney();
  const { clock, payments } = money;
  const providers = new Map(
    [...payments.providers].map(([name, provider]) => [
      name,
      {
        ...provider,
        async refund(...asked: Parameters<typeof provider.refund>) {
          const sent = await provider.refund(...asked);
          await onTheWay();
          return sent;
        },
      },
    ]),
  );
  world = await openApiWorld({ clock, payments: { ...payments, providers } });
  for (const { school, code, currency } of [
    { school: world.greenfield, code: 'GRN', currency: 'EUR' },
    { school: world.riverside, code: 'RIV', currency: 'INR' },
  ]) {
    const [made] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    ]);
    hens.set(school.tenant.id, made?.id ?? '');
    await sellAt(world, school, { code, works: [made?.id ?? ''], currency });
  }
});
beforeEach(async () => {
  onTheWay = async () => {};
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

const minute = 60_000;

/** An order that waits for its money, and what can be done to it. */
class Trial {
  token = '';

  private constructor(
    readonly name: PeerName,
    readonly school: TestSchool,
    readonly buyer: Caller,
    readonly body: OrderForm,
  ) {}

  /** @param first the provider that was tried before `name`; left out: none */
  static async begin(name: PeerName, school: TestSchool, first = name): Promise<Trial> {
    const buyer = await world.as('visitor', school.host);
    const quote = await quoteFor(world, buyer, lines(school));
    const trial = new Trial(name, school, buyer, orderOf(quote, lines(school), { provider: first }));
    await trial.place();
    if (first === name) return trial;
    // A page that cannot be closed can still be paid.
    money.peer(first).fault('close', 'error');
    await world.call(buyer, orderEndpoints.pay, {
      params: { token: trial.token },
      body: { provider: name },
    });
    return trial;
  }

  get peer() {
    return money.peer(this.name);
  }

  async place(): Promise<void> {
    const { token } = await world.call(this.buyer, orderEndpoints.place, { body: this.body });
    this.token = token;
  }

  /** As the buyer's page asks: at most once in three seconds. */
  async check() {
    world.clock.advance(4000);
    return await world.call(this.buyer, orderEndpoints.check, { params: { token: this.token } });
  }

  async refAt(provider: PeerName): Promise<string> {
    const [payment] = (await this.payments()).filter((each) => each.provider === provider);
    return payment?.provider_ref ?? '';
  }

  async payments() {
    const { rows } = await world.testDatabase.administrator.query<{
      id: string;
      provider: PeerName;
      provider_ref: string;
      state: string;
    }>('select id, provider, provider_ref, state from payments where order_id = $1 order by attempt desc', [
      this.body.id,
    ]);
    return rows;
  }

  /** Sends all events that wait; the answers of the server are good. */
  async deliver(how: { reversed?: boolean; times?: number } = {}): Promise<void> {
    const { reversed = false, times = 1 } = how;
    for (const name of ['stripe', 'paypal', 'phonepe'] as const) {
      const from = money.delivered.length;
      await money.peer(name).deliveries.flush({ reversed });
      for (const { body, headers } of money.delivered.slice(from))
        for (let time = 0; time < times; time += 1) {
          const { statusCode } = await world.app.inject({
            method: 'POST',
            url: `${apiPrefix}/payments/${name}/events/`,
            payload: body,
            headers: { ...headers, host: this.school.host },
          });
          if (statusCode !== 200) throw new Error(`An event was answered with ${statusCode}`);
        }
    }
  }

  /** What came of it, here and at the providers. */
  async outcome() {
    const read = async <Row extends object>(query: string) =>
      (await world.testDatabase.administrator.query<Row>(query, [this.body.id])).rows;
    const [order] = await read<{ state: string }>('select state from orders where id = $1');
    const documents = await read<{ type: string }>('select type from documents where order_id = $1');
    const letters = await read<{ kind: string }>(
      `select kind from email_messages where to_address = (select buyer_email from orders where id = $1)
       order by kind`,
    );
    const refunds = await read<{ origin: string; state: string; amount: string }>(
      `select refund.origin, refund.state, refund.amount from refunds as refund
       join payments as payment on payment.id = refund.payment_id where payment.order_id = $1`,
    );
    const findings = await read<{ kind: string }>(
      `select kind from findings where subject in (select id::text from payments where order_id = $1)`,
    );
    const accounts = await read<{ account: string; sum: string }>(
      `select account, sum(amount) as sum from (
         select debit as account, amount, payment_id from transfers
         union all select credit, -amount, payment_id from transfers
       ) as moved where payment_id in (select id from payments where order_id = $1) group by account`,
    );
    return {
      state: order?.state,
      documents: documents.map(({ type }) => type),
      letters: letters.map(({ kind }) => kind),
      refunds: refunds.map(({ origin, state }) => `${origin} ${state}`),
      findings: findings.map(({ kind }) => kind),
      accounts: new Map(accounts.map(({ account, sum }) => [account, Number(sum)])),
    };
  }

  /** What all accounts add up to, and clearing beside what the providers have of this order, less their fees. */
  async balance() {
    const { accounts } = await this.outcome();
    const clearing: Record<string, number> = {};
    const provided: Record<string, number> = {};
    for (const { provider, provider_ref } of await this.payments()) {
      const booked = money
        .peer(provider)
        .books()
        .find(({ id }) => id === provider_ref);
      if (!booked) throw new Error(`${provider} does not know ${provider_ref}`);
      const { captured, refunded, lost } = booked;
      // PhonePe does not tell its fee.
      const fee = provider === 'phonepe' ? 0 : booked.fee;
      clearing[provider] = accounts.get(`clearing.${provider}`) ?? 0;
      provided[provider] = captured - fee - refunded - lost;
    }
    return { sum: [...accounts.values()].reduce((sum, each) => sum + each, 0), clearing, provided };
  }
}

const nothing = { state: 'placed', documents: [], letters: [], refunds: [], findings: [] };
const paid = { ...nothing, state: 'paid', documents: ['order'], letters: ['orders.paid'] };

/** Stripe’s client asks once more by itself where a connection was cut. */
const triesOf = (name: PeerName) => (name === 'stripe' ? 2 : 1);
const otherOf = (name: PeerName): PeerName => (name === 'stripe' ? 'phonepe' : 'stripe');

interface Fault {
  what: string;
  meet(trial: Trial, ref: string): Promise<unknown>;
  comes: typeof nothing | typeof paid;
}

const faults: Fault[] = [
  { what: 'success', meet: (trial, ref) => trial.peer.pay(ref), comes: paid },
  { what: 'a decline', meet: (trial, ref) => trial.peer.decline(ref), comes: nothing },
  { what: 'a cancel', meet: (trial, ref) => trial.peer.cancel(ref), comes: nothing },
  {
    what: 'pending, then yes',
    async meet(trial, ref) {
      await trial.peer.hold(ref);
      expect(await trial.check()).toMatchObject({ state: 'placed', payment: { state: 'waiting' } });
      world.clock.advance(26 * 60 * minute);
      await trial.peer.release(ref, true);
    },
    comes: paid,
  },
  {
    what: 'pending, then no',
    async meet(trial, ref) {
      await trial.peer.hold(ref);
      await trial.check();
      await trial.peer.release(ref, false);
    },
    comes: nothing,
  },
  {
    what: 'each event three times',
    async meet(trial, ref) {
      await trial.peer.pay(ref);
      await trial.check();
      await trial.deliver({ times: 3 });
    },
    comes: paid,
  },
  {
    what: 'events two hours late',
    async meet(trial, ref) {
      await trial.peer.pay(ref);
      world.clock.advance(120 * minute);
      await trial.deliver();
    },
    comes: paid,
  },
  {
    what: 'events in reverse',
    async meet(trial, ref) {
      await trial.peer.hold(ref);
      await trial.check();
      await trial.peer.release(ref, true);
      await trial.deliver({ reversed: true });
    },
    comes: paid,
  },
  {
    what: 'no event and no return',
    async meet(trial, ref) {
      await trial.peer.pay(ref);
      world.clock.advance(minute);
      // Another order wakes the work that looks; by itself it would wake in some seconds.
      await Trial.begin(trial.name, trial.school);
      await until(async () => expect((await trial.outcome()).state).toBe('paid'));
    },
    comes: paid,
  },
  {
    what: 'answers lost after all was done',
    async meet(trial, ref) {
      // The buyer's device did not hear that the order was placed, and sends it again.
      await trial.place();
      await trial.peer.pay(ref);
      trial.peer.fault(trial.name === 'paypal' ? 'capture' : 'look', 'drop_answer', triesOf(trial.name));
      await trial.check();
    },
    comes: paid,
  },
  {
    what: 'another amount',
    meet: (trial, ref) => trial.peer.pay(ref, { amount: 407 }),
    comes: { ...nothing, findings: ['payments.other_amount'] as never[] },
  },
  {
    what: 'two payments',
    async meet(trial, ref) {
      const other = otherOf(trial.name);
      await trial.peer.pay(ref);
      await trial.check();
      await money.peer(other).pay(await trial.refAt(other));
      await trial.deliver();
      await until(async () => {
        await trial.deliver();
        expect((await trial.outcome()).refunds).toEqual(['paid_twice done']);
      });
    },
    comes: {
      ...paid,
      letters: ['orders.paid', 'orders.refunded'],
      refunds: ['paid_twice done'] as never[],
    },
  },
];

describe.each(['stripe', 'paypal', 'phonepe'] as const)('an order at %s meets', (name) => {
  it.each(faults)('$what', async ({ what, meet, comes }) => {
    const isTwice = what === 'two payments';
    const inRupees = name === 'phonepe' || (isTwice && name === 'stripe');
    const school = inRupees ? world.riverside : world.greenfield;
    const trial = await Trial.begin(name, school, isTwice ? otherOf(name) : name);
    await meet(trial, await trial.refAt(name));
    await trial.check();
    expect(await trial.outcome()).toMatchObject(comes);
    const { sum, clearing, provided } = await trial.balance();
    expect(sum).toBe(0);
    expect(clearing).toEqual(provided);
  });
});

it('a refund is told once, where an event says that it is done before the answer to it is read', async () => {
  const { administrator } = world.testDatabase;
  const trial = await Trial.begin('paypal', world.greenfield, 'stripe');
  await trial.peer.pay(await trial.refAt('paypal'));
  await trial.check();
  await money.peer('stripe').pay(await trial.refAt('stripe'));
  const [asked, answered] = [gate(), gate()];
  onTheWay = () => {
    asked.open();
    return answered.passed;
  };
  await trial.deliver();
  await asked.passed;
  await administrator.query('begin');
  await administrator.query(
    'select from refunds where payment_id in (select id from payments where order_id = $1) for update',
    [trial.body.id],
  );
  const event = trial.deliver();
  await untilWaiting(administrator, 1);
  answered.open();
  await untilWaiting(administrator, 2);
  await administrator.query('commit');
  await event;
  await until(async () => {
    const { rows } = await administrator.query<{ state: string }>(
      "select state from tasks where kind = 'payments.send_refund' and subject = (select id::text from refunds where payment_id in (select id from payments where order_id = $1))",
      [trial.body.id],
    );
    expect(rows.map(({ state }) => state)).toEqual(['done']);
  });
  expect(await trial.outcome()).toMatchObject({
    refunds: ['paid_twice done'],
    letters: ['orders.paid', 'orders.refunded'],
  });
});

it.each([
  ['stripe', 'usd'],
  ['paypal', 'USD'],
] as const)(
  'money in another currency at %s is kept apart, its fee too, and goes back from there',
  async (name, currency) => {
    const trial = await Trial.begin(name, world.greenfield);
    const ref = await trial.refAt(name);
    await trial.peer.pay(ref, { currency });
    expect((await trial.check()).state).toBe('placed');
    const before = await trial.balance();
    expect(before.clearing).toEqual(before.provided);
    await trial.peer.refund(ref);
    await trial.check();
    expect(await trial.outcome()).toMatchObject({
      ...nothing,
      letters: ['orders.refunded'],
      refunds: ['provider done'],
      findings: ['payments.other_amount'],
    });
    const after = await trial.balance();
    expect(after.clearing).toEqual(after.provided);
    expect([before.sum, after.sum]).toEqual([0, 0]);
    const { rows } = await world.testDatabase.administrator.query<{ currency: string }>(
      'select distinct currency from transfers where payment_id in (select id from payments where order_id = $1)',
      [trial.body.id],
    );
    expect(rows).toEqual([{ currency: 'USD' }]);
  },
);
