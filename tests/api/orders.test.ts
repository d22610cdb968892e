import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { cartEndpoints } from '#contract/cart/cart.endpoints.ts';
import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { familyCaller, type FamilyCaller } from '../support/families.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { aCause, orderOf, quoteFor, sellAt, textOf } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const post = mailboxOfFile(world);

let visitor: Caller;
let hen: string;
let fox: string;
let inside: string;

beforeAll(async () => {
  visitor = await world.as('visitor', greenfield.host);
  const made = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    { kind: 'book', author_id: null, visibility: 'public', title: 'The fox' },
    { kind: 'book', author_id: null, visibility: 'community', title: 'Inside' },
  ]);
  [hen, fox, inside] = made.map(({ id }) => id) as [string, string, string];
  const free = { digital_price: 0, print_price: 0, print_cost: 0, shipping_price: 0 };
  await sellAt(world, greenfield, { code: 'GRN', works: [hen, fox, inside], ...free });
  await sellAt(world, riverside, { code: 'RIV', works: [], ...free });
});

/** The clock moves in these tests, so a session is asked for where it is used. */
const asAdmin = () => world.as(greenfield.schoolAdmin);
const digital = (work_id: string): WantedLine => ({ work_id, edition: 'digital', quantity: 1 });
const printed = (work_id: string): WantedLine => ({ work_id, edition: 'print', quantity: 2 });

async function form(lines: readonly WantedLine[], more: Partial<OrderForm> = {}, caller = visitor) {
  return orderOf(await quoteFor(world, caller, lines), lines, more);
}
const place = (caller: Caller, body: OrderForm) => world.call(caller, orderEndpoints.place, { body });
const refusal = (caller: Caller, body: OrderForm) => world.refusal(caller, orderEndpoints.place, { body });
const track = (token: string, caller = visitor) =>
  world.call(caller, orderEndpoints.track, { params: { token } });

describe('an order that costs nothing', () => {
  it('is complete at once, without a page to pay on, and tells the buyer by one email', async () => {
    const body = await form([digital(hen), printed(fox)]);
    const placed = await place(visitor, body);
    expect(placed).toMatchObject({ pay_url: null, number: expect.stringMatching(/^GRN-[\dA-Z]{7}$/u) });
    const order = await track(placed.token);
    expect(order).toMatchObject({
      number: placed.number,
      state: 'paid',
      total: 0,
      payment: null,
      providers: [],
    });
    expect(order.lines.map(({ title, fulfilment }) => [title, fulfilment])).toEqual([
      ['The hen', 'ready'],
      ['The fox', 'to_make'],
    ]);
    expect(order.events.map(({ kind }) => kind)).toEqual(['placed']);
    await post.sender.sendDue();
    const mails = post.mailbox.mails.filter(({ to }) => to.address === body.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/trackorder/${placed.token}`);
  });

  it('sent twice, also at the same moment, is one order', async () => {
    const body = await form([digital(hen)]);
    const [one, two] = await Promise.all([place(visitor, body), place(visitor, body)]);
    expect(two).toEqual(one);
    expect(await place(visitor, body)).toEqual(one);
    const { rows } = await world.testDatabase.administrator.query(
      'select id from orders where tenant_id = $1 and id = $2',
      [greenfield.tenant.id, body.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused where its id is that of another order, which stays as it is', async () => {
    const body = await form([digital(hen)]);
    const { token } = await place(visitor, body);
    expect(await refusal(visitor, { ...body, name: 'Eve' })).toMatchObject({
      status: 409,
      code: 'orders.id_taken',
    });
    expect((await track(token)).lines).toHaveLength(1);
  });

  it('takes what was bought out of the cart of who bought it, on all of their devices', async () => {
    const teacher = await world.as(greenfield.teacher);
    await world.call(teacher, cartEndpoints.change, { body: { add: [hen, fox], remove: [] } });
    await place(teacher, await form([digital(hen)], {}, teacher));
    const { cart } = await world.call(teacher, cartEndpoints.read, {});
    expect(cart.map(({ id }) => id)).toEqual([fox]);
  });
});

describe('an order', () => {
  it('is what was shown: another price, cause or part is told before, with the new quote', async () => {
    const body = await form([digital(hen)]);
    const admin = await asAdmin();
    const shop = await world.call(admin, shopEndpoints.read, {});
    const change = (digital_price: number) =>
      world.call(admin, shopEndpoints.update, {
        body: {
          is_open: true,
          currency: 'EUR',
          digital_price,
          print_price: 0,
          print_cost: 0,
          shipping_price: 0,
          school_bp: shop.school_bp,
          default_cause_id: shop.default_cause?.id ?? null,
          code: 'GRN',
        },
      });
    await change(900);
    const problem = await refusal(visitor, body);
    expect(problem).toMatchObject({ status: 409, code: 'orders.price_changed' });
    expect(problem.details).toMatchObject({ quote: { total: 900, quote: expect.any(String) } });
    await change(0);
    expect(await place(visitor, body)).toMatchObject({ pay_url: null });
  });

  it('wants a quote of this school that is not too old', async () => {
    const body = await form([digital(hen)]);
    const elsewhere = await world.as('visitor', riverside.host);
    expect((await refusal(elsewhere, body)).code).toBe('orders.quote_expired');
    const changed = (body.quote.startsWith('A') ? 'B' : 'A') + body.quote.slice(1);
    expect((await refusal(visitor, { ...body, quote: changed })).code).toBe('orders.quote_expired');
    world.clock.advance(31 * 60_000);
    expect((await refusal(visitor, body)).code).toBe('orders.quote_expired');
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ country: 'XX' }, 'country'],
    [{ provider: 'stripe' }, 'provider'],
    [{ is_adult: false }, 'is_adult'],
    [{ accepts_terms: false }, 'accepts_terms'],
  ])('is refused with %j at its field', async (more, field) => {
    const body = { ...(await form([digital(hen)])), ...more } as OrderForm;
    const problem = await refusal(visitor, body);
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors)).toEqual([field]);
  });

  it('wants an address where something is printed, and keeps it from everybody but the office', async () => {
    expect(await refusal(visitor, await form([printed(hen)], { address: null }))).toMatchObject({
      status: 400,
      code: 'orders.address_needed',
      errors: { address: expect.any(Array) },
    });
    const { token, number } = await place(visitor, await form([printed(hen)]));
    expect(JSON.stringify(await track(token))).not.toMatch(/Canary|Ada Hill|example\.org/u);
    const sold = await world.call(await asAdmin(), soldEndpoints.list, { query: {} });
    const line = sold.results.find((each) => each.number === number);
    expect(line).toMatchObject({ ship_to: { street: 'Canary Lane 7', name: 'Ada Hill', country: 'DE' } });
    const theirs = await world.call(await world.as(riverside.schoolAdmin), soldEndpoints.list, {
      query: {},
    });
    expect(theirs).toMatchObject({ count: 0, results: [] });
    const at = async (fulfilment: 'to_make' | 'sent') =>
      await world.call(await asAdmin(), soldEndpoints.list, { query: { fulfilment } });
    const toMake = (await at('to_make')).results;
    expect(toMake.map((each) => each.number)).toContain(number);
    expect(toMake.every(({ fulfilment }) => fulfilment === 'to_make')).toBe(true);
    expect((await at('sent')).results.map((each) => each.number)).not.toContain(number);
    const { rows } = await world.testDatabase.administrator.query<{ row: string }>(
      'select to_jsonb(orders)::text as row from orders where number = $1',
      [number],
    );
    expect(rows[0]?.row).not.toContain('Canary');
  });

  it('is found at the host of its school alone', async () => {
    const { token } = await place(visitor, await form([digital(hen)]));
    const elsewhere = await world.as('visitor', riverside.host);
    const problem = await world.refusal(elsewhere, orderEndpoints.track, { params: { token } });
    expect(problem).toMatchObject({ status: 404, code: 'orders.not_found' });
  });

  it('is nothing for a child, by whichever call', async () => {
    const child = await world.as(greenfield.student);
    const body = await form([digital(hen)]);
    const { token } = await place(visitor, await form([digital(hen)]));
    const asked = [
      await refusal(child, body),
      await world.refusal(child, orderEndpoints.track, { params: { token } }),
      await world.refusal(child, orderEndpoints.check, { params: { token } }),
      await world.refusal(child, orderEndpoints.pay, { params: { token }, body: { provider: 'stripe' } }),
    ];
    expect(asked.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'orders.ask_grown_up'));
  });

  it('of a family is for what its quote showed; the cookie alone orders nothing', async () => {
    const family = await familyCaller(world, greenfield);
    const asFamily = (method: 'GET' | 'POST', url: string, body?: unknown) =>
      request(family, method, url, body);
    const lines = [digital(inside)];
    const query = new URLSearchParams({ lines: textOf(lines), country: 'DE' }).toString();
    const shown = await asFamily('GET', `/api/checkout/quote/?${query}`);
    expect(shown.body).toMatchObject({ lines: [{ title: 'Inside' }] });
    const seen = await quoteFor(world, visitor, lines);
    const byVisitor = orderOf(seen, lines);
    expect((await asFamily('POST', '/api/checkout/orders/', byVisitor)).body).toMatchObject({
      code: 'orders.nothing_to_buy',
    });
    const byFamily = orderOf(shown.body as { quote: string }, lines);
    expect(await place(visitor, byFamily)).toMatchObject({ pay_url: null });
  });

  it('is not taken from one network for ever', async () => {
    await world.testDatabase.administrator.query('delete from failed_guesses');
    const codes: (string | null)[] = [];
    for (let tries = 0; tries < 21; tries += 1) {
      const { body } = await world.request(visitor, 'POST', '/api/checkout/orders/', {
        body: await form([digital(hen)]),
      });
      codes.push((body as { code?: string }).code ?? null);
    }
    expect(codes.filter((code) => code === null)).toHaveLength(20);
    expect(codes.at(-1)).toBe('request.too_many');
    await world.testDatabase.administrator.query('delete from failed_guesses');
  });
});

describe('a printed book', () => {
  it('goes step by step, by the office of its school, and the buyer sees how far it is', async () => {
    const admin = await asAdmin();
    const { token } = await place(visitor, await form([printed(hen)]));
    const { lines } = await track(token);
    const [line] = lines;
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from orders where token = $1',
      [token],
    );
    const params = { id: rows[0]?.id ?? '', line: line?.id ?? '' };
    type Step = 'made' | 'sent' | 'delivered' | 'ready';
    const say = (fulfilment: Step) =>
      world.call(admin, orderEndpoints.fulfil, { params, body: { fulfilment } });
    const refuse = (fulfilment: Step, caller = admin) =>
      world.refusal(caller, orderEndpoints.fulfil, { params, body: { fulfilment } });
    expect((await refuse('sent')).code).toBe('orders.not_next');
    await say('made');
    // Again is no second step.
    expect(await say('made')).toMatchObject({ fulfilment: 'made' });
    expect((await refuse('ready')).code).toBe('orders.not_next');
    await say('sent');
    expect((await track(token)).lines[0]?.fulfilment).toBe('sent');
    const foreign = await refuse('delivered', await world.as(riverside.schoolAdmin));
    expect(foreign).toMatchObject({ status: 404, code: 'orders.not_found' });
    await say('delivered');
  });
});

/** As a browser with a cookie sends it. */
async function request(family: FamilyCaller, method: 'GET' | 'POST', url: string, body?: unknown) {
  return await world.request(family, method, url, {
    ...(body !== undefined && { body }),
    headers: { cookie: family.cookie ?? '' },
  });
}

it('gifts alone are an order, and are all the cause’s', async () => {
  const cause = await aCause(world, 'wells');
  const gifts = [{ cause_id: cause, amount: 500 }];
  const quote = await quoteFor(world, visitor, [], gifts);
  expect(quote).toMatchObject({ total: 500, who_gets: [{ party: 'cause', amount: 500 }] });
  // Nobody takes payments here.
  expect(quote.providers).toEqual([]);
  const problem = await refusal(visitor, { ...orderOf(quote, []), id: uuidv7(), gifts });
  expect(problem.errors).toHaveProperty('provider');
});
