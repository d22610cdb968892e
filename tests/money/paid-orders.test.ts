import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { aCause, orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
let hen: string;
let visitor: Caller;

beforeAll(async () => {
  money = await openPracticeMoney();
  const { clock, payments } = money;
  world = await openApiWorld({ clock, payments });
  const { greenfield, riverside } = world;
  const [made] = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
  ]);
  hen = made?.id ?? '';
  await sellAt(world, greenfield, { code: 'GRN', works: [hen] });
  await sellAt(world, riverside, { code: 'RIV', works: [], currency: 'INR' });
  visitor = await world.as('visitor', greenfield.host);
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

const lines = (): WantedLine[] => [
  { work_id: hen, edition: 'digital', quantity: 2 },
  { work_id: hen, edition: 'print', quantity: 1 },
];

interface Bought {
  token: string;
  body: OrderForm;
  /** The provider's name of the payment. */
  ref(): Promise<string>;
}

async function order(provider: PeerName | 'transfer', more: Partial<OrderForm> = {}): Promise<Bought> {
  const gifts = [{ cause_id: await aCause(world, 'wells'), amount: 250 }];
  const quote = await quoteFor(world, visitor, lines(), gifts);
  const body = orderOf(quote, lines(), { provider, gifts, ...more });
  const { token, pay_url } = await world.call(visitor, orderEndpoints.place, { body });
  expect(pay_url).toMatch(provider === 'transfer' ? /\/trackorder\// : /\/sandbox\//);
  return { token, body, ref: async () => (await paymentsOf(token))[0]?.provider_ref ?? '' };
}

async function paymentsOf(token: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    id: string;
    provider_ref: string;
    state: string;
  }>(
    `select payment.id, payment.provider_ref, payment.state from payments as payment
     join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
     where made.token = $1 order by payment.attempt desc`,
    [token],
  );
  return rows;
}

/** Looks that a page causes come 3 s apart at most. */
const check = async (token: string) => {
  world.clock.advance(4000);
  return await world.call(visitor, orderEndpoints.check, { params: { token } });
};

/** What the ledger says is on each account. */
async function accounts(): Promise<Record<string, number>> {
  const { rows } = await world.testDatabase.administrator.query<{ account: string; sum: string }>(
    `select account, sum(amount) as sum from (
       select debit as account, amount from transfers union all select credit, -amount from transfers
     ) as moved group by account`,
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** All accounts add up to nothing, and what is cleared is what the provider has of ours, less its fees. */
async function balances(name: PeerName): Promise<void> {
  const sums = await accounts();
  expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(0);
  const books = money.peer(name).books();
  const there = books.reduce(
    (sum, { captured, fee, refunded, lost }) => sum + captured - fee - refunded - lost,
    0,
  );
  expect(sums[`clearing.${name}`] ?? 0).toBe(there);
}

async function staffOrder(token: string): Promise<StaffOrder> {
  const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
    'select id from orders where token = $1',
    [token],
  );
  const params = { tenantId: world.greenfield.tenant.id, id: rows[0]?.id ?? '' };
  return await world.call(await world.as(world.platformAdmin, 'localhost'), orderEndpoints.read, { params });
}

const providers = ['stripe', 'paypal', 'phonepe'] as const;

describe.each(['stripe', 'paypal'] as const)('an order paid by %s', (name) => {
  it('is paid once, with its documents, and every cent is somebody’s', async () => {
    const { token, ref } = await order(name);
    expect((await check(token)).state).toBe('placed');
    await money.peer(name).pay(await ref());
    const [one, two] = await Promise.all([check(token), check(token)]);
    expect([one.state, two.state]).toContain('paid');
    const paid = await check(token);
    expect(paid).toMatchObject({ state: 'paid', payment: { provider: name, state: 'captured' } });
    expect(paid.documents.map(({ type }) => type)).toEqual(['donation', 'order']);
    expect(paid.lines.map(({ fulfilment }) => fulfilment)).toEqual(['ready', 'to_make', null, null]);
    expect(paid.who_gets.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid.total);
    await balances(name);
  });

  it('that was declined took no money, and can be paid another try', async () => {
    const { token, ref } = await order(name);
    const first = await ref();
    await money.peer(name).decline(first);
    expect((await check(token)).state).toBe('placed');
    await world.call(visitor, orderEndpoints.pay, { params: { token }, body: { provider: 'transfer' } });
    const again = await world.call(visitor, orderEndpoints.pay, {
      params: { token },
      body: { provider: name },
    });
    expect(again.pay_url).toMatch(/\/sandbox\//u);
    await money.peer(name).pay(await ref());
    expect((await check(token)).state).toBe('paid');
    await balances(name);
  });

  it('is given back in part by who sells, once, and all of it leaves nothing', async () => {
    const { token, ref } = await order(name);
    await money.peer(name).pay(await ref());
    await check(token);
    const seller = await world.as(world.platformAdmin, 'localhost');
    const told = await staffOrder(token);
    expect(told.host).toBe(world.greenfield.host);
    const params = { tenantId: world.greenfield.tenant.id, id: told.id };
    const give = (id: string, what: { line_id: string; amount: number }[]) =>
      world.call(seller, orderEndpoints.refund, { params, body: { id, lines: what, reason: 'Torn' } });
    const [first] = told.lines;
    if (!first) throw new Error('An order has lines');
    const id = uuidv7();
    const part = [{ line_id: first.id, amount: 101 }];
    await Promise.all([give(id, part), give(id, part)]);
    const isDone = async () => {
      await check(token);
      const { payments } = await staffOrder(token);
      expect(payments.flatMap(({ refunds }) => refunds).map(({ state }) => state)).not.toContain('asked');
      expect(payments.flatMap(({ refunds }) => refunds).map(({ state }) => state)).not.toContain('sent');
    };
    await until(isDone);
    expect((await check(token)).refunded).toBe(101);
    const over = await world.refusal(seller, orderEndpoints.refund, {
      params,
      body: { id: uuidv7(), lines: [{ line_id: first.id, amount: first.amount - 100 }], reason: 'Torn' },
    });
    expect(over.code).toBe('orders.more_than_paid');
    await give(
      uuidv7(),
      told.lines.map(({ id: line_id, amount }, place) => ({
        line_id,
        amount: place === 0 ? amount - 101 : amount,
      })),
    );
    await until(isDone);
    const over_all = await check(token);
    expect(over_all).toMatchObject({ state: 'refunded', refunded: over_all.total });
    expect(over_all.documents.filter(({ type }) => type === 'credit-note')).toHaveLength(3);
    const after = await staffOrder(token);
    expect(after.payments.flatMap(({ refunds }) => refunds)).toHaveLength(2);
    await balances(name);
  });

  it('that was given back at the provider is given back here too, once', async () => {
    const { token, ref } = await order(name);
    await money.peer(name).pay(await ref());
    await check(token);
    await money.peer(name).refund(await ref(), { amount: 500 });
    await check(token);
    expect((await check(token)).refunded).toBe(500);
    await balances(name);
  });
});

/** Sends what a provider tells, as it would. @returns the bodies with their headers, and what was answered */
async function deliver(name: PeerName) {
  const from = money.delivered.length;
  await money.peer(name).deliveries.flush();
  const events = money.delivered.slice(from);
  const answers: number[] = [];
  for (const { body, headers } of events) answers.push(await post(name, body, headers));
  return { events, answers };
}

async function post(name: PeerName, payload: string, headers: Record<string, string>): Promise<number> {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api/payments/${name}/events/`,
    payload,
    headers: { ...headers, host: world.greenfield.host },
  });
  return statusCode;
}

it('paid twice, an order keeps one payment, and the other goes back by itself', async () => {
  const { token, ref } = await order('stripe');
  const first = await ref();
  money.peer('stripe').fault('close', 'error', 3);
  await world.call(visitor, orderEndpoints.pay, { params: { token }, body: { provider: 'paypal' } });
  await money.peer('paypal').pay(await ref());
  expect((await check(token)).state).toBe('paid');
  await money.peer('stripe').pay(first);
  await deliver('stripe');
  await until(async () => {
    await deliver('stripe');
    const { payments } = await staffOrder(token);
    expect(
      payments.map(({ provider, state, refunds }) => [provider, state, refunds.map((each) => each.state)]),
    ).toEqual([
      ['paypal', 'captured', []],
      ['stripe', 'captured', ['done']],
    ]);
  });
  expect(await check(token)).toMatchObject({ state: 'paid', refunded: 0, payment: { provider: 'paypal' } });
  await balances('stripe');
  await balances('paypal');
});

it('an event is believed in nothing but that something happened, and comes again without harm', async () => {
  const { token, ref } = await order('stripe');
  await money.peer('stripe').pay(await ref());
  const { events, answers } = await deliver('stripe');
  expect(events.length).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set([200]));
  await until(async () => {
    const { state } = await world.call(visitor, orderEndpoints.track, { params: { token } });
    expect(state).toBe('paid');
  });
  const before = await accounts();
  for (const { body, headers } of events) {
    expect(await post('stripe', body, headers)).toBe(200);
    expect(await post('stripe', `${body} `, headers)).toBe(400);
  }
  expect((await check(token)).state).toBe('paid');
  expect(await accounts()).toEqual(before);
  await balances('stripe');
});

it('a document shows its buyer to nobody but who has a pass', async () => {
  const { token, ref } = await order('stripe');
  await money.peer('stripe').pay(await ref());
  const { documents } = await check(token);
  for (const { type, token: document } of documents) {
    const shown = await world.call(visitor, invoiceEndpoints.read, { params: { type, token: document } });
    expect(shown.buyer).toBeNull();
    expect(JSON.stringify(shown)).not.toMatch(/Canary|Ada Hill/u);
    const refused = await world.refusal(visitor, invoiceEndpoints.readWhole, {
      params: { type, token: document },
      body: { pass: 'none' },
    });
    expect(refused.code).toBe('orders.pass_over');
    const elsewhere = await world.as('visitor', world.riverside.host);
    const there = await world.refusal(elsewhere, invoiceEndpoints.read, {
      params: { type, token: document },
    });
    expect(there.code).toBe('invoices.not_found');
  }
});

describe('the buyer of an order', () => {
  const mailbox = new TestMailbox();
  const codeFor = async ({ token, body }: Bought): Promise<string> => {
    await world.call(visitor, orderEndpoints.sendCode, { params: { token } });
    await mailSenderOf(world, mailbox).sendDue();
    const texts = mailbox.mails.filter(({ to }) => to.address === body.email).map(({ text }) => text);
    return /code is (\d{6})/u.exec(texts.findLast((text) => text.includes('Your code is')) ?? '')?.[1] ?? '';
  };
  const open = async ({ token }: Bought, code: string) =>
    await world.call(visitor, orderEndpoints.openOwn, { params: { token }, body: { code } });
  async function bought(): Promise<Bought> {
    const made = await order('stripe');
    await money.peer('stripe').pay(await made.ref());
    await check(made.token);
    return made;
  }

  it('shows by the code from an e-mail that it is theirs, and reads the whole documents', async () => {
    const made = await bought();
    const own = await open(made, await codeFor(made));
    expect(own).toMatchObject({ name: 'Ada Hill', email: made.body.email, address: { city: 'Berlin' } });
    const { documents } = await check(made.token);
    const { type, token } = documents.find((each) => each.type === 'order') ?? { type: 'order', token: '' };
    const params = { type, token } as const;
    const whole = await world.call(visitor, invoiceEndpoints.readWhole, { params, body: { pass: own.pass } });
    expect(whole.buyer).toEqual({ name: 'Ada Hill', address: 'Canary Lane 7\n10115 Berlin', country: 'DE' });
    const other = await bought();
    const theirs = await check(other.token);
    const refused = await world.refusal(visitor, invoiceEndpoints.readWhole, {
      params: { type: 'order', token: theirs.documents.find((each) => each.type === 'order')?.token ?? '' },
      body: { pass: own.pass },
    });
    expect(refused.code).toBe('orders.pass_over');
    world.clock.advance(61 * 60_000);
    const late = await world.refusal(visitor, invoiceEndpoints.readWhole, {
      params,
      body: { pass: own.pass },
    });
    expect(late.code).toBe('orders.pass_over');
  });

  it('has five tries for a code, which is good once and for ten minutes', async () => {
    const made = await bought();
    const code = await codeFor(made);
    const wrong = code === '123456' ? '654321' : '123456';
    const refuse = async (typed: string) => {
      const { params, body } = { params: { token: made.token }, body: { code: typed } };
      return (await world.refusal(visitor, orderEndpoints.openOwn, { params, body })).code;
    };
    for (let tries = 0; tries < 5; tries += 1) expect(await refuse(wrong)).toBe('orders.wrong_code');
    expect(await refuse(code)).toBe('orders.wrong_code');
    const second = await codeFor(made);
    await open(made, second);
    expect(await refuse(second)).toBe('orders.wrong_code');
    const third = await codeFor(made);
    world.clock.advance(11 * 60_000);
    expect(await refuse(third)).toBe('orders.wrong_code');
  });

  it('gives back what was not downloaded, and no file after that', async () => {
    const made = await bought();
    const own = await open(made, await codeFor(made));
    const [digital, print, , gift] = (await check(made.token)).lines;
    expect(own.returnable).toEqual([digital?.id, print?.id, gift?.id]);
    const params = { token: made.token };
    const lineOf = { ...params, line: digital?.id ?? '' };
    const back = async (ids: readonly (string | undefined)[]) => {
      const body = { id: uuidv7(), pass: own.pass, lines: ids.map((id) => id ?? '') };
      return { params, body };
    };
    await world.call(visitor, orderEndpoints.giveBack, await back([gift?.id]));
    await until(async () => expect((await check(made.token)).refunded).toBe(gift?.amount));
    const edition = await world.call(visitor, orderEndpoints.download, {
      params: lineOf,
      body: { pass: own.pass },
    });
    expect(edition).toMatchObject({ work_id: hen, title: 'The hen' });
    const late = await world.refusal(visitor, orderEndpoints.giveBack, await back([digital?.id]));
    expect(late.code).toBe('orders.not_returnable');
    const other = await bought();
    const theirs = await open(other, await codeFor(other));
    const [unread] = (await check(other.token)).lines;
    await world.call(visitor, orderEndpoints.giveBack, {
      params: { token: other.token },
      body: { id: uuidv7(), pass: theirs.pass, lines: [unread?.id ?? ''] },
    });
    const gone = await world.refusal(visitor, orderEndpoints.download, {
      params: { token: other.token, line: unread?.id ?? '' },
      body: { pass: theirs.pass },
    });
    expect(gone).toMatchObject({ status: 410, code: 'orders.withdrawn' });
  });
});

it('what was taken off the shelf before it was paid goes back by itself, and sending with the last printed book', async () => {
  const { token, ref } = await order('paypal');
  const set = (state: string) =>
    world.testDatabase.administrator.query('update works set state = $2 where id = $1', [hen, state]);
  await set('withdrawn');
  try {
    await money.peer('paypal').pay(await ref());
    const paid = await check(token);
    expect(paid).toMatchObject({ state: 'paid' });
    expect(paid.lines.map(({ fulfilment }) => fulfilment)).toEqual(['withdrawn', 'withdrawn', null, null]);
    await until(async () => {
      const after = await check(token);
      const gift = after.lines.find(({ kind }) => kind === 'gift');
      expect(after.refunded).toBe(after.total - (gift?.amount ?? 0));
    });
    await balances('paypal');
  } finally {
    await set('published');
  }
});

it('money that comes after an order lapsed makes it paid all the same', async () => {
  const { token, ref } = await order('paypal');
  await world.testDatabase.administrator.query(
    "update orders set state = 'lapsed', ended_at = lapses_at where token = $1",
    [token],
  );
  await money.peer('paypal').pay(await ref());
  expect((await check(token)).state).toBe('paid');
  await balances('paypal');
});

it('another amount than was asked for is kept for a person to see, and pays nothing', async () => {
  const { token, ref } = await order('stripe');
  await money.peer('stripe').pay(await ref(), { amount: 100 });
  expect((await check(token)).state).toBe('placed');
  const { rows } = await world.testDatabase.administrator.query<{ kind: string }>(
    "select kind from findings where kind = 'payments.other_amount'",
  );
  expect(rows).toHaveLength(1);
  await balances('stripe');
});

it('numbers its documents without a gap', async () => {
  const { rows } = await world.testDatabase.administrator.query<{ type: string; serials: number[] }>(
    'select type, array_agg(serial order by serial) as serials from documents group by type',
  );
  for (const { serials } of rows) expect(serials).toEqual(serials.map((_, place) => place + 1));
  expect(rows.length).toBeGreaterThan(1);
});

it('offers what can say the amount: no PhonePe for euros', async () => {
  const quote = await quoteFor(world, visitor, lines());
  expect(quote.providers).toEqual(
    providers.filter((name) => name !== 'phonepe').concat(['transfer'] as never),
  );
  expect(quote.is_test).toBe(true);
});
