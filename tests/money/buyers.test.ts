import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { until } from '../support/until.ts';
import { type Bought, ordersOfFile } from './paid-orders.support.ts';

const { world, shop, visitor, order, check } = ordersOfFile();

it('a document shows its buyer to nobody but who has a pass', async () => {
  const { token, ref } = await order('stripe');
  await shop.money.peer('stripe').pay(await ref());
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
    await shop.money.peer('stripe').pay(await made.ref());
    await check(made.token);
    return made;
  }

  it('shows by the code from an email that it is theirs, and reads the whole documents', async () => {
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
    expect(edition).toMatchObject({ work_id: shop.hen, title: 'The hen' });
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
