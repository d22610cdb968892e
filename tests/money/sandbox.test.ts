import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { PeerName } from '#server/sandbox/peer.ts';
import { deliverByHttp, openSandbox, type Shop } from '#server/sandbox/sandbox.ts';
import { serveSandbox } from '#server/sandbox/serve-sandbox.ts';
import { openPracticeMoney, shopOrigin, type PracticeOrder } from '../support/practice-money.ts';
import { TestClock } from '../support/test-clock.ts';

const money = await openPracticeMoney();
const app = Fastify();
serveSandbox(app, money.sandbox);
afterAll(async () => {
  await app.close();
  await money.close();
});

const ours = new URL(shopOrigin).host;
const names: readonly PeerName[] = ['stripe', 'paypal', 'phonepe'];

const addressOf = (name: PeerName, { provider_ref }: PracticeOrder) => `/sandbox/${name}/${provider_ref}`;

const open = (url: string, host = ours) => app.inject({ method: 'GET', url, headers: { host } });

function press(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url,
    headers: { host: ours, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
}

describe.each(names)('the practice page of %s', (name) => {
  const peer = money.peer(name);
  const stateOf = ({ provider_ref }: PracticeOrder) => peer.practice.get(provider_ref).state;

  it('says that it is no real money, what is paid and for what, without scripts', async () => {
    const order = await money.begin(name, { description: 'Books <b>"&" more</b>' });
    const page = await open(new URL(order.pay_url).pathname);
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('Practice: no real money');
    expect(page.body).toContain(name === 'phonepe' ? '₹12.50' : '€12.50');
    expect(page.body).not.toContain('<b>');
    expect(page.body).not.toContain('<script');
  });

  it.each([
    ['pay', name === 'paypal' ? 'approved' : 'paid', 'success'],
    ['hold', name === 'paypal' ? 'approved' : 'waiting', 'success'],
    ['cancel', name === 'phonepe' ? 'cancelled' : 'open', name === 'phonepe' ? 'success' : 'cancel'],
  ])('sends the buyer back to the shop: %s', async (act, state, where) => {
    const order = await money.begin(name);
    const answer = await press(addressOf(name, order), { act });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toContain(`${shopOrigin}/${name}-payment/${where}?order=1`);
    expect(stateOf(order)).toBe(state);
  });

  it('keeps the buyer who paid and lost the connection', async () => {
    const order = await money.begin(name);
    const answer = await press(addressOf(name, order), { act: 'lose' });
    expect(answer.headers.location).toBe(`${addressOf(name, order)}?lost=1`);
    expect((await open(`${addressOf(name, order)}?lost=1`)).body).toContain('the connection was lost');
    expect(['paid', 'approved']).toContain(stateOf(order));
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://attacker.example' }],
    [{ origin: 'null' }],
  ])('takes nothing from another site: %j', async (headers) => {
    const order = await money.begin(name);
    expect((await press(addressOf(name, order), { act: 'pay' }, headers)).statusCode).toBe(403);
    expect(stateOf(order)).toBe('open');
  });

  it('is on the host of its shop alone', async () => {
    const order = await money.begin(name);
    expect((await open(addressOf(name, order), 'riverside.localhost:8080')).statusCode).toBe(404);
    expect((await open(addressOf(name, { ...order, provider_ref: 'none' }))).statusCode).toBe(404);
    // Names of the payment that are no address of its page.
    expect((await open(`/sandbox/${name}/${order.asked.reference}`)).statusCode).toBe(404);
    const foreign = await press(addressOf(name, order), { act: 'pay' }, { host: 'riverside.localhost:8080' });
    expect(foreign.statusCode).toBe(404);
    expect(stateOf(order)).toBe('open');
  });

  it('says what cannot be done, and does nothing', async () => {
    const order = await money.begin(name);
    await peer.pay(order.provider_ref);
    const state = stateOf(order);
    for (const act of ['pay', 'succeed', 'nonsense', '']) {
      const answer = await press(addressOf(name, order), { act });
      expect(answer.statusCode, act).toBe(409);
      expect(answer.body).toContain('role="alert"');
    }
    expect((await press(addressOf(name, order), { act: 'x'.repeat(5000) })).statusCode).toBe(413);
    expect(stateOf(order)).toBe(state);
  });

  it('practises what comes later: waiting to yes, refunds, lost messages', async () => {
    const order = await money.begin(name);
    const page = addressOf(name, order);
    await press(page, { act: 'manner', manner: 'never' });
    expect(peer.deliveries.manner).toBe('never');
    await press(page, { act: 'hold' });
    await money.provider(name).capture?.(order.at);
    await press(page, { act: 'succeed' });
    expect(stateOf(order)).toBe('paid');
    expect(peer.deliveries.pending().filter(({ about }) => about === order.provider_ref)).toEqual([]);
    await press(page, { act: 'manner', manner: 'once' });
    await press(page, { act: 'refund', amount: '250' });
    for (const amount of ['5000', '0', '-1', '1.5', 'all'])
      expect((await press(page, { act: 'refund', amount })).statusCode, amount).toBe(409);
    const [refund] = peer.practice.get(order.provider_ref).refunds;
    expect(peer.practice.get(order.provider_ref).refunds).toHaveLength(1);
    await press(page, { act: `refund-fails:${refund?.id}` });
    expect(peer.practice.get(order.provider_ref).refunds).toMatchObject([{ amount: 250, state: 'failed' }]);
    const lost = peer.deliveries.events.find(
      ({ about, state }) => about === order.provider_ref && state === 'lost',
    );
    await press(page, { act: `send:${lost?.id}` });
    expect(lost?.state).toBe('delivered');
  });
});

describe('the practice page of Stripe', () => {
  it('stays for another try after a decline, and lets the buyer dispute afterwards', async () => {
    const order = await money.begin('stripe');
    const page = addressOf('stripe', order);
    expect((await press(page, { act: 'decline' })).headers.location).toBe(page);
    expect((await open(page)).body).toContain('The bank said no.');
    await press(page, { act: 'pay' });
    await press(page, { act: 'dispute' });
    const [dispute] = money.peer('stripe').practice.get(order.provider_ref).disputes;
    await press(page, { act: `dispute-lost:${dispute?.id}` });
    expect((await open(page)).body).toContain('was lost by the shop');
  });
});

describe('practice books', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  async function newFolder() {
    const folder = await mkdtemp(path.join(tmpdir(), 'practice-'));
    folders.push(folder);
    return path.join(folder, 'sandbox');
  }

  it('outlive the server, with the key that events are signed by', async () => {
    const folder = await newFolder();
    const first = await openPracticeMoney(folder);
    const order = await first.begin('paypal');
    await first.peer('paypal').pay(order.provider_ref);
    await first.provider('paypal').capture?.(order.at);
    await first.events('paypal');
    const books = first.peer('paypal').books();
    const { data } = first.peer('paypal').book;
    await first.close();
    expect((await readdir(folder)).toSorted()).toEqual(['paypal.json', 'phonepe.json', 'stripe.json']);
    const second = await openPracticeMoney(folder);
    expect(second.peer('paypal').books()).toEqual(books);
    expect(second.peer('paypal').book.data).toEqual(data);
    expect((await second.provider('paypal').look(order.at)).state).toBe('captured');
    await second.close();
  });

  it('that cannot be read stop the start, with what to do', async () => {
    const folder = await newFolder();
    await (await openPracticeMoney(folder)).close();
    await writeFile(path.join(folder, 'stripe.json'), '{"payments":');
    await expect(openPracticeMoney(folder)).rejects.toThrow(/stripe\.json cannot be read\. Delete it/u);
  });
});

describe('events of practice providers', () => {
  it('go out by themselves, and again until the shop takes them', async () => {
    const arrived: { url: string; host: string | undefined; body: string }[] = [];
    const shop = Fastify();
    shop.removeAllContentTypeParsers();
    shop.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    shop.post('*', async (request, reply) => {
      arrived.push({ url: request.url, host: request.headers.host, body: String(request.body) });
      return await reply.status(arrived.length === 1 ? 503 : 204).send();
    });
    await shop.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.server.address() as AddressInfo;
    const at: Shop = { address: '127.0.0.1', port, host: 'localhost:8080' };
    const sandbox = await openSandbox({
      folder: null,
      clock: new TestClock(),
      deliver: deliverByHttp(() => at),
      automatic: true,
    });
    const payment = sandbox.peers.phonepe.practice.begin({
      reference: 'a'.repeat(43),
      invoice: null,
      description: '',
      email: null,
      currency: 'INR',
      amount: 500,
      success_url: shopOrigin,
      cancel_url: shopOrigin,
      expires_at: Number.MAX_SAFE_INTEGER,
    });
    await sandbox.peers.phonepe.pay(payment.id);
    await expect
      .poll(() => sandbox.peers.phonepe.deliveries.events.map(({ state }) => state))
      .toEqual(['delivered']);
    expect(arrived).toHaveLength(2);
    expect(arrived[0]).toEqual(arrived[1]);
    expect(arrived[0]).toMatchObject({ url: '/api/payments/phonepe/events/', host: 'localhost:8080' });
    await sandbox.close();
    await shop.close();
  });

  it('wait as long as no shop is there', async () => {
    const deliver = deliverByHttp(() => null);
    expect(await deliver({ provider: 'stripe', body: '{}', headers: {} })).toBe(0);
    const nobody: Shop = { address: '127.0.0.1', port: 1, host: 'localhost' };
    expect(await deliverByHttp(() => nobody)({ provider: 'stripe', body: '{}', headers: {} })).toBe(0);
  });
});
