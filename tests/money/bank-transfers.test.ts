import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import type { TransferForm } from '#contract/payments/payments.schema.ts';
import { mailSenderOf } from '../support/mailbox.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { quoteFor } from '../support/shops.ts';
import { until } from '../support/until.ts';
import { day, transfersOfFile } from './bank-transfers.support.ts';

const {
  world,
  visitor,
  mailbox,
  asSeller,
  lines,
  order,
  staffOrder,
  track,
  came,
  at,
  record,
  findingsOf,
  shop,
  findings,
} = transfersOfFile();

const account = {
  currency: 'EUR',
  holder: 'Quillshelf Ltd',
  bank: 'First Bank',
  account: 'DE02 1203 0000 0000 2020 51',
  code: 'BYLADEM1001',
  words: 'Only from a bank in Europe.',
};

const setBank = async () => world.call(await asSeller(), paymentEndpoints.setBank, { body: account });

const refuse = async (payment: string, body: TransferForm) =>
  world.refusal(await asSeller(), paymentEndpoints.recordTransfer, { params: at(payment), body });

/** All accounts add up to nothing, and what is cleared is what came less what went. */
async function balances(): Promise<void> {
  const { rows } = await world.testDatabase.administrator.query<{ account: string; sum: string }>(
    `select account, sum(amount) as sum from (
       select debit as account, amount from transfers union all select credit, -amount from transfers
     ) as moved group by account`,
  );
  const sums = Object.fromEntries(rows.map(({ account: name, sum }) => [name, Number(sum)]));
  expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(0);
  const { rows: recorded } = await world.testDatabase.administrator.query<{ sum: string | null }>(
    "select sum(case when direction = 'in' then amount else -amount end) as sum from bank_transfers",
  );
  expect(sums['clearing.transfer'] ?? 0).toBe(Number(recorded[0]?.sum ?? 0));
}

describe('a bank transfer', () => {
  it('is offered in a currency with a bank account alone', async () => {
    expect((await quoteFor(world, visitor, lines())).providers).toEqual(['stripe', 'paypal']);
    await setBank();
    expect((await quoteFor(world, visitor, lines())).providers).toEqual(['stripe', 'paypal', 'transfer']);
    const listed = await world.call(await asSeller(), paymentEndpoints.listBanks, {});
    expect(listed).toEqual([account]);
  });

  it('is explained on the page of the order and by email: account, sum and reference', async () => {
    const { token, body } = await order();
    const told = await track(token);
    const { currency: _currency, ...bank } = account;
    expect(told.transfer).toEqual({ ...bank, reference: told.number });
    await mailSenderOf(world, mailbox).sendDue();
    const letter = mailbox.mails.find(({ to }) => to.address === body.email);
    for (const text of [account.account, account.holder, account.code, '€12.00', told.number])
      expect(letter?.text).toContain(text);
  });

  it('is waited for fourteen days, where another order lapses after one', async () => {
    const [slow, fast] = [await order(), await order('stripe')];
    const switched = await order('paypal');
    await world.call(visitor, orderEndpoints.pay, {
      params: { token: switched.token },
      body: { provider: 'transfer' },
    });
    const states = async () => {
      Object.assign(visitor, await world.as('visitor', world.greenfield.host));
      return await Promise.all([slow, fast, switched].map(async ({ token }) => (await track(token)).state));
    };
    world.clock.advance(1.1 * day);
    await until(async () => expect(await states()).toEqual(['placed', 'lapsed', 'placed']));
    world.clock.advance(12 * day);
    await until(async () => expect(await states()).toEqual(['placed', 'lapsed', 'placed']));
    world.clock.advance(1 * day);
    await until(async () => expect(await states()).toEqual(['lapsed', 'lapsed', 'lapsed']));
  });

  it('makes an order paid once staff recorded it, also after it lapsed', async () => {
    const { token, total, payment } = await order();
    const before = await world.call(visitor, orderEndpoints.check, { params: { token } });
    expect(before.state).toBe('placed');
    await world.testDatabase.administrator.query(
      "update orders set state = 'lapsed', ended_at = lapses_at where token = $1",
      [token],
    );
    const body = came(total, { bank_reference: 'STATEMENT-7', words: 'Ada' });
    const recorded = await record(payment, body);
    expect(recorded).toMatchObject({ id: payment, state: 'captured', captured: total, provider: 'transfer' });
    const paid = await track(token);
    expect(paid).toMatchObject({ state: 'paid', transfer: null });
    expect(paid.documents).toHaveLength(1);
    const { payments } = await staffOrder(token);
    expect(payments[0]?.transfers).toMatchObject([
      { id: body.id, amount: total, bank_reference: 'STATEMENT-7' },
    ]);
    await balances();
  });

  it('is recorded once: by its id, and by the line of the statement', async () => {
    const { token, total, payment } = await order();
    const body = came(total);
    const [one, two] = await Promise.all([record(payment, body), record(payment, body)]);
    expect(two).toEqual(one);
    expect(await refuse(payment, { ...body, amount: total + 1 })).toMatchObject({
      status: 409,
      code: 'payments.id_taken',
    });
    const again = await refuse(payment, { ...body, id: uuidv7() });
    expect(again).toMatchObject({
      code: 'payments.recorded_before',
      errors: { bank_reference: expect.any(Array) },
    });
    expect((await staffOrder(token)).payments).toHaveLength(1);
    await balances();
  });

  it('of less or more than was asked pays nothing, and a person has to look at it', async () => {
    for (const difference of [-1, 250]) {
      const made = await order();
      await record(made.payment, came(made.total + difference));
      expect((await track(made.token)).state).toBe('placed');
      expect(await findingsOf(made)).toMatchObject([
        { kind: 'payments.other_amount', facts: { asked: made.total, captured: made.total + difference } },
      ]);
      const over = await refuse(made.payment, came(made.total + difference + 1, { direction: 'out' }));
      expect(over).toMatchObject({ code: 'payments.more_than_came', errors: { amount: expect.any(Array) } });
      await record(made.payment, came(100, { direction: 'out' }));
      const [left] = (await staffOrder(made.token)).payments;
      expect(left).toMatchObject({ in_suspense: made.total + difference - 100 });
      // The whole sum that comes then pays the order, as a payment of its own.
      await record(made.payment, came(made.total));
      expect((await track(made.token)).state).toBe('paid');
      await balances();
    }
  });

  it('that came twice goes back: staff are told to send it, and it is done once they recorded that', async () => {
    const made = await order();
    await record(made.payment, came(made.total));
    const second = await record(made.payment, came(made.total));
    expect(second.id).not.toBe(made.payment);
    const open = async () => {
      const found = await findingsOf(made);
      expect(found).toMatchObject([
        { kind: 'payments.send_back', facts: { amount: made.total, currency: 'EUR', origin: 'paid_twice' } },
      ]);
    };
    await until(open);
    const { payments } = await staffOrder(made.token);
    const refund = payments[0]?.refunds[0];
    expect(refund).toMatchObject({ origin: 'paid_twice', state: 'sent' });
    const out = came(made.total, { direction: 'out', refund_id: refund?.id ?? '' });
    expect((await refuse(second.id, { ...out, amount: 1 })).code).toBe('payments.other_amount');
    await record(second.id, out);
    expect((await refuse(second.id, { ...out, id: uuidv7(), bank_reference: 'X' })).code).toBe(
      'payments.sent_before',
    );
    expect((await staffOrder(made.token)).payments[0]).toMatchObject({
      in_suspense: 0,
      refunds: [{ state: 'done' }],
    });
    expect(await findingsOf(made)).toEqual([]);
    expect((await track(made.token)).state).toBe('paid');
    await balances();
  });

  it('is given back by lines: asked by staff, sent by hand, recorded, with a credit note and a letter', async () => {
    const made = await order();
    await record(made.payment, came(made.total));
    const told = await staffOrder(made.token);
    const id = uuidv7();
    await world.call(await asSeller(), orderEndpoints.refund, {
      params: at(told.id),
      body: { id, lines: [{ line_id: told.lines[0]?.id ?? '', amount: made.total }], reason: 'Torn' },
    });
    await until(async () => {
      const { payments } = await staffOrder(made.token);
      expect(payments[0]?.refunds).toMatchObject([{ state: 'sent' }]);
    });
    expect((await track(made.token)).refunded).toBe(0);
    await record(made.payment, came(made.total, { direction: 'out', refund_id: id }));
    const after = await track(made.token);
    expect(after).toMatchObject({ state: 'refunded', refunded: made.total });
    expect(after.documents.map(({ type }) => type)).toContain('credit-note');
    await mailSenderOf(world, mailbox).sendDue();
    const letters = mailbox.mails.filter(({ to }) => to.address === made.body.email);
    expect(letters.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('Your money for order'),
    );
    await balances();
  });

  it('that came for an order which was begun at another provider is on the order all the same', async () => {
    const made = await order('stripe');
    const out = await refuse(made.payment, came(made.total, { direction: 'out' }));
    expect(out.code).toBe('payments.not_by_transfer');
    const recorded = await record(made.payment, came(made.total));
    expect(recorded).toMatchObject({ provider: 'transfer', state: 'captured' });
    expect((await track(made.token)).state).toBe('paid');
    await balances();
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ happened_on: '2999-01-01' }, 'happened_on'],
    [{ happened_on: 'today' }, 'happened_on'],
    [{ bank_reference: ' ' }, 'bank_reference'],
  ])('is refused with %j at its field', async (more, field) => {
    const made = await order();
    const problem = await refuse(made.payment, came(made.total, more));
    expect([problem.status, Object.keys(problem.errors)]).toEqual([400, [field]]);
  });

  it('is recorded by the platform alone, at the school whose order it is, and audited there', async () => {
    const made = await order();
    const body = came(made.total);
    const office = await world.as(world.greenfield.schoolAdmin);
    const params = at(made.payment);
    const refused = await world.refusal(office, paymentEndpoints.recordTransfer, { params, body });
    expect(refused).toMatchObject({ status: 403, code: 'request.forbidden' });
    const elsewhere = await world.refusal(await asSeller(), paymentEndpoints.recordTransfer, {
      params: at(made.payment, world.riverside.tenant.id),
      body,
    });
    expect(elsewhere.code).toBe('payments.not_found');
    expect((await track(made.token)).state).toBe('placed');
    await record(made.payment, body);
    const { rows } = await world.testDatabase.administrator.query<{ action: string; tenant_id: string }>(
      "select action, tenant_id from audit_entries where details ->> 'transfer' = $1",
      [body.id],
    );
    expect(rows).toEqual([{ action: 'payments.transfer_recorded', tenant_id: world.platform.id }]);
  });
});

describe('findings', () => {
  it('are closed once, with words, by a person who is named', async () => {
    const made = await order();
    await record(made.payment, came(made.total - 5));
    const [finding] = await findingsOf(made);
    const params = at(finding?.id ?? '');
    const close = async (words: string) =>
      world.call(await asSeller(), paymentEndpoints.closeFinding, { params, body: { words } });
    const none = await world.refusal(await asSeller(), paymentEndpoints.closeFinding, {
      params,
      body: { words: ' ' },
    });
    expect(none.errors).toHaveProperty('words');
    const closed = await close('Sent back by hand');
    expect(closed).toMatchObject({ words: 'Sent back by hand', closed_at: expect.any(String) });
    expect(closed.closed_by).not.toBe('');
    expect(await close('Sent back by hand')).toEqual(closed);
    const other = await world.refusal(await asSeller(), paymentEndpoints.closeFinding, {
      params,
      body: { words: 'Else' },
    });
    expect(other.code).toBe('payments.finding_closed');
    expect(await findingsOf(made)).toEqual([]);
    expect((await findings('closed')).map(({ id }) => id)).toContain(finding?.id);
  });

  it('are told to who runs the platform once a day, while some are open', async () => {
    const made = await order();
    await record(made.payment, came(made.total - 7));
    const { number } = await staffOrder(made.token);
    const letters = async () => {
      await mailSenderOf(world, mailbox).sendDue();
      return mailbox.mails.filter(({ subject }) => subject.includes('about money')).length;
    };
    const before = await letters();
    world.clock.advance(day);
    await until(async () => expect(await letters()).toBe(before + 1));
    expect(mailbox.mails.findLast(({ subject }) => subject.includes('about money'))?.text).toContain(number);
    for (const { id, tenant } of await findings())
      await world.call(await asSeller(), paymentEndpoints.closeFinding, {
        params: at(id, tenant.id),
        body: { words: 'Seen to' },
      });
    world.clock.advance(day);
    await until(async () => {
      const { rows } = await world.testDatabase.administrator.query(
        "select id from tasks where kind = 'payments.tell_findings' and state = 'waiting'",
      );
      expect(rows).toEqual([]);
    });
    expect(await letters()).toBe(before + 1);
  });
});

describe('what the platform lists', () => {
  it('is payments and orders of all schools, narrowed down', async () => {
    const made = await order();
    const { number } = await track(made.token);
    const seller = await asSeller();
    const list = (query: Parameters<typeof world.call<typeof paymentEndpoints.list>>[2]['query']) =>
      world.call(seller, paymentEndpoints.list, { query: { limit: 100, ...query } });
    const [first] = (await list({})).results;
    expect(first).toMatchObject({ number, tenant: { id: world.greenfield.tenant.id }, provider: 'transfer' });
    expect((await list({ tenant_id: world.riverside.tenant.id })).count).toBe(0);
    expect(new Set((await list({ provider: 'stripe' })).results.map(({ provider }) => provider))).toEqual(
      new Set(['stripe']),
    );
    expect(new Set((await list({ state: 'captured' })).results.map(({ state }) => state))).toEqual(
      new Set(['captured']),
    );
    const today = dayOf(world.clock.now());
    expect((await list({ from: today, to: today })).results.map((each) => each.number)).toContain(number);
    expect((await list({ from: '2999-01-01' })).count).toBe(0);
    const find = async (search: string) =>
      (await world.call(seller, sellerEndpoints.findOrders, { query: { search } })).results.map(
        (each) => each.number,
      );
    expect(await find(number.slice(0, 8).toLowerCase())).toContain(number);
    expect(await find(made.body.email.toUpperCase())).toEqual([number]);
    expect(await find('%')).toEqual([]);
    expect(await find('nobody@example.org')).toEqual([]);
  });

  it('comes page by page, each row once, whatever is ordered meanwhile', async () => {
    const seller = await asSeller();
    const lists = {
      payments: (query: { limit: number; after?: string }) =>
        world.call(seller, paymentEndpoints.list, { query }),
      orders: (query: { limit: number; after?: string }) =>
        world.call(seller, sellerEndpoints.findOrders, { query }),
      'orders of a school': (query: { limit: number; after?: string }) =>
        world.call(seller, orderEndpoints.list, {
          params: { tenantId: world.greenfield.tenant.id },
          query,
        }),
      findings: (query: { limit: number; after?: string }) =>
        world.call(seller, paymentEndpoints.listFindings, { query: { ...query, state: 'closed' } }),
    };
    for (const [name, list] of Object.entries(lists)) {
      const { results, count } = await list({ limit: 100 });
      expect([name, results.length]).toEqual([name, count]);
      expect(count).toBeGreaterThan(1);
      const pages = await pagesByKey<{ id: string }>(
        (place) => list({ limit: 1, ...place }),
        () => order(),
      );
      expect([name, pages.flat().map(({ id }) => id)]).toEqual([name, results.map(({ id }) => id)]);
    }
    for (const after of madeUpPlaces)
      for (const endpoint of [
        paymentEndpoints.list,
        paymentEndpoints.listFindings,
        sellerEndpoints.findOrders,
      ] as const)
        expect(await world.refusal(seller, endpoint, { query: { after } })).toMatchObject({
          status: 400,
          errors: { after: expect.any(Array) },
        });
  });

  it('asks a provider again on demand, and says where it does not answer', async () => {
    const made = await order('stripe');
    const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
      'select provider_ref from payments where id = $1',
      [made.payment],
    );
    await shop.money.peer('stripe').pay(rows[0]?.provider_ref ?? '');
    const seller = await asSeller();
    const ask = { params: at(made.payment) };
    expect(await world.call(seller, paymentEndpoints.check, ask)).toMatchObject({ state: 'captured' });
    expect((await track(made.token)).state).toBe('paid');
    shop.money.peer('stripe').fault('look', 'error', 3);
    const silent = await world.refusal(seller, paymentEndpoints.check, ask);
    expect(silent).toMatchObject({ status: 409, code: 'payments.no_answer' });
  });
});
