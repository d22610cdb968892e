import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { OwnOrder, TrackedOrder, WantedLine } from '#contract/orders/orders.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

const day = 24 * 60 * 60_000;

let money: PracticeMoney;
let world: ApiWorld;
let hen: string;
let visitor: Caller;
const mailbox = new TestMailbox();

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
  await sellAt(world, riverside, { code: 'RIV', works: [] });
  visitor = await world.as('visitor', greenfield.host);
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

interface Bought {
  token: string;
  email: string;
  own: OwnOrder;
}

const check = async (token: string): Promise<TrackedOrder> => {
  world.clock.advance(4000);
  return await world.call(visitor, orderEndpoints.check, { params: { token } });
};

async function showOwn(token: string, email: string): Promise<OwnOrder> {
  await world.call(visitor, orderEndpoints.sendCode, { params: { token } });
  await mailSenderOf(world, mailbox).sendDue();
  const texts = mailbox.mails.filter(({ to }) => to.address === email).map(({ text }) => text);
  const code = /code is (\d{6})/u.exec(texts.findLast((text) => text.includes('Your code is')) ?? '')?.[1];
  return await world.call(visitor, orderEndpoints.openOwn, { params: { token }, body: { code: code ?? '' } });
}

async function buy(lines: readonly WantedLine[]): Promise<Bought> {
  const body = orderOf(await quoteFor(world, visitor, lines), lines, { provider: 'stripe' });
  const { token } = await world.call(visitor, orderEndpoints.place, { body });
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    `select payment.provider_ref from payments as payment
     join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
     where made.token = $1`,
    [token],
  );
  await money.peer('stripe').pay(rows[0]?.provider_ref ?? '');
  await check(token);
  return { token, email: body.email, own: await showOwn(token, body.email) };
}

const digital = (): WantedLine => ({ work_id: hen, edition: 'digital', quantity: 1 });
const printed = (): WantedLine => ({ work_id: hen, edition: 'print', quantity: 1 });

const back = ({ token, own }: Bought, lines: readonly string[], id: string = uuidv7()) => ({
  params: { token },
  body: { id, pass: own.pass, lines: [...lines] },
});
const file = ({ token, own }: Bought, line: string) => ({
  params: { token, line },
  body: { pass: own.pass },
});

async function refundsOf(token: string) {
  const { rows } = await world.testDatabase.administrator.query<{ origin: string; amount: string }>(
    `select refund.origin, refund.amount from refunds as refund
     join payments as payment on payment.tenant_id = refund.tenant_id and payment.id = refund.payment_id
     join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
     where made.token = $1`,
    [token],
  );
  return rows.map(({ origin, amount }) => [origin, Number(amount)]);
}

describe('what a buyer gives back', () => {
  it('goes back once, however often and at whatever moment it is sent', async () => {
    const bought = await buy([digital()]);
    const [line] = (await check(bought.token)).lines;
    const input = back(bought, [line?.id ?? '']);
    const answers = await Promise.all([
      world.call(visitor, orderEndpoints.giveBack, input),
      world.call(visitor, orderEndpoints.giveBack, input),
    ]);
    for (const { lines } of answers)
      expect(lines[0]).toMatchObject({ fulfilment: 'withdrawn', back_because: 'buyer' });
    await world.call(visitor, orderEndpoints.giveBack, input);
    expect(await refundsOf(bought.token)).toEqual([['buyer', line?.amount]]);
    const again = await world.refusal(visitor, orderEndpoints.giveBack, back(bought, [line?.id ?? '']));
    expect(again.code).toBe('orders.not_returnable');
    const asked = await world.call(visitor, orderEndpoints.readOwn, {
      params: { token: bought.token },
      body: { pass: bought.own.pass },
    });
    expect(asked.lines.map(({ kept_because }) => kept_because)).toEqual(['given_back']);
    await until(async () => {
      const { state, lines } = await check(bought.token);
      expect(state).toBe('refunded');
      expect(lines[0]).toMatchObject({ refunded: line?.amount, going_back: 0 });
    });
  });

  it('is either downloaded or given back, where both come at the same moment', async () => {
    const bought = await buy([digital()]);
    const [line] = (await check(bought.token)).lines;
    const id = line?.id ?? '';
    const [taken, given] = await Promise.allSettled([
      world.call(visitor, orderEndpoints.download, file(bought, id)),
      world.call(visitor, orderEndpoints.giveBack, back(bought, [id])),
    ]);
    expect([taken.status, given.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await refundsOf(bought.token)).length).toBe(given.status === 'fulfilled' ? 1 : 0);
  });

  it('has the price of sending with it once no printed book is left', async () => {
    const bought = await buy([digital(), printed()]);
    const { lines } = await check(bought.token);
    const print = lines.find(({ kind }) => kind === 'print');
    const shipping = lines.find(({ kind }) => kind === 'shipping');
    expect(shipping?.amount).toBeGreaterThan(0);
    await world.call(visitor, orderEndpoints.giveBack, back(bought, [print?.id ?? '']));
    expect(await refundsOf(bought.token)).toEqual([
      ['buyer', (print?.amount ?? 0) + (shipping?.amount ?? 0)],
    ]);
  });

  it('is of this order alone, and not what is of nobody', async () => {
    const [one, other] = [await buy([digital()]), await buy([digital()])];
    const [theirs] = (await check(other.token)).lines;
    for (const line of [theirs?.id ?? '', uuidv7()]) {
      const refused = await world.refusal(visitor, orderEndpoints.giveBack, back(one, [line]));
      expect(refused.code).toBe('orders.not_returnable');
    }
    const elsewhere = await world.as('visitor', world.riverside.host);
    const there = await world.refusal(elsewhere, orderEndpoints.giveBack, back(other, [theirs?.id ?? '']));
    expect(there.code).toBe('orders.not_found');
    expect(await refundsOf(other.token)).toEqual([]);
  });
});

describe('an edition whose work was taken off the shelf after it was paid', () => {
  const set = (state: string) =>
    world.testDatabase.administrator.query('update works set state = $2 where id = $1', [hen, state]);
  const refuse = async (bought: Bought, line: string, refunded = true) =>
    expect(await world.refusal(visitor, orderEndpoints.download, file(bought, line))).toMatchObject({
      status: 410,
      code: 'orders.withdrawn',
      details: { refunded },
    });

  it('goes back with its price, once, when the buyer asks for it', async () => {
    const bought = await buy([digital()]);
    const [line] = (await check(bought.token)).lines;
    const id = line?.id ?? '';
    await set('withdrawn');
    try {
      await Promise.all([refuse(bought, id), refuse(bought, id)]);
      expect(await refundsOf(bought.token)).toEqual([['withdrawn', line?.amount]]);
      const { lines } = await check(bought.token);
      expect(lines[0]).toMatchObject({ fulfilment: 'withdrawn', back_because: 'withdrawn' });
    } finally {
      await set('published');
    }
    // What went back is no file any more.
    await refuse(bought, id);
  });

  it('is refused without money where it was paid more than sixty days ago', async () => {
    const bought = await buy([digital()]);
    const [line] = (await check(bought.token)).lines;
    await set('withdrawn');
    world.clock.advance(61 * day);
    try {
      const later = { ...bought, own: await showOwn(bought.token, bought.email) };
      await refuse(later, line?.id ?? '', false);
      expect(await refundsOf(bought.token)).toEqual([]);
    } finally {
      await set('published');
    }
  });
});

it('the office finds the receipt of what was sold, which names no buyer to it', async () => {
  const bought = await buy([digital()]);
  const { number } = await check(bought.token);
  const office = await world.as(world.greenfield.schoolAdmin);
  const { results } = await world.call(office, soldEndpoints.list, { query: {} });
  const receipt = results.find((line) => line.number === number)?.receipt;
  const params = { type: receipt?.type ?? 'donation', token: receipt?.token ?? '' };
  const shown = await world.call(office, invoiceEndpoints.read, { params });
  expect(shown).toMatchObject({ type: 'order', order_number: number, buyer: null });
  const theirs = await world.as(world.riverside.schoolAdmin);
  expect((await world.refusal(theirs, invoiceEndpoints.read, { params })).code).toBe('invoices.not_found');
});
