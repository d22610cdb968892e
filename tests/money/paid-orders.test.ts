import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { quoteFor } from '../support/shops.ts';
import { until } from '../support/until.ts';
import { ordersOfFile } from './paid-orders.support.ts';

const { world, shop, visitor, lines, order, check } = ordersOfFile();

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
  const books = shop.money.peer(name).books();
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
    await shop.money.peer(name).pay(await ref());
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
    await shop.money.peer(name).decline(first);
    expect((await check(token)).state).toBe('placed');
    await world.call(visitor, orderEndpoints.pay, { params: { token }, body: { provider: 'transfer' } });
    const again = await world.call(visitor, orderEndpoints.pay, {
      params: { token },
      body: { provider: name },
    });
    expect(again.pay_url).toMatch(/\/sandbox\//u);
    await shop.money.peer(name).pay(await ref());
    expect((await check(token)).state).toBe('paid');
    await balances(name);
  });

  it('is given back in part by who sells, once, and all of it leaves nothing', async () => {
    const { token, ref } = await order(name);
    await shop.money.peer(name).pay(await ref());
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
    await shop.money.peer(name).pay(await ref());
    await check(token);
    await shop.money.peer(name).refund(await ref(), { amount: 500 });
    await check(token);
    expect((await check(token)).refunded).toBe(500);
    await balances(name);
  });
});

/** Sends what a provider tells, as it would. @returns the bodies with their headers, and what was answered */
async function deliver(name: PeerName) {
  const from = shop.money.delivered.length;
  await shop.money.peer(name).deliveries.flush();
  const events = shop.money.delivered.slice(from);
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
  shop.money.peer('stripe').fault('close', 'error', 3);
  await world.call(visitor, orderEndpoints.pay, { params: { token }, body: { provider: 'paypal' } });
  await shop.money.peer('paypal').pay(await ref());
  expect((await check(token)).state).toBe('paid');
  await shop.money.peer('stripe').pay(first);
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
  await shop.money.peer('stripe').pay(await ref());
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

it('what was taken off the shelf before it was paid goes back by itself, and sending with the last printed book', async () => {
  const { token, ref } = await order('paypal');
  const set = (state: string) =>
    world.testDatabase.administrator.query('update works set state = $2 where id = $1', [shop.hen, state]);
  await set('withdrawn');
  try {
    await shop.money.peer('paypal').pay(await ref());
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
  await shop.money.peer('paypal').pay(await ref());
  expect((await check(token)).state).toBe('paid');
  await balances('paypal');
});

it('another amount than was asked for is kept for a person to see, and pays nothing', async () => {
  const { token, ref } = await order('stripe');
  await shop.money.peer('stripe').pay(await ref(), { amount: 100 });
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
