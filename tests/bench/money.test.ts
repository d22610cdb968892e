import type { Endpoint, EndpointResponse } from '#contract/kit/endpoint.ts';
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPrefix } from '#contract/kit/http.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { OrderForm, Quote } from '#contract/orders/orders.schema.ts';
import { Closing } from '#server/installation.ts';
import { collectShares, collectTask } from '#server/modules/causes/collect.task.ts';
import { systemClock } from '#server/platform/clock.ts';
import { inTenant } from '#server/platform/database.ts';
import { writeKey } from '#server/platform/page-key.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import type { Delivery } from '#server/sandbox/deliveries.ts';
import { openSandbox, type Sandbox } from '#server/sandbox/sandbox.ts';
import {
  makeCauses,
  makeMember,
  makeTenant,
  makeWorks,
  openShop,
  putUpForSale,
  readCauses,
  type MadeTenant,
} from '#server/seeds/factories.ts';
import { urlOf } from '../support/api-world.ts';
import { fillPaidShares, insertPayout } from '../support/paid-shares.ts';
import { orderOf, textOf } from '../support/shops.ts';
import { startEmptyServer, type BenchServer } from './kit/big-school.ts';
import { figure } from './kit/figures.ts';
import { report } from './kit/report.ts';

const rounds = 5;
const quotesPerRound = 50;
const ordersPerRound = 100;
const atOnce = 16;
const schoolsBeside = 20;
const soldOrders = 50_000;
const pagesPerRound = 5;
const paidShares = 10_000;
const password = 'Quill-bench-1';

const closing = new Closing();
let server: BenchServer;
let sandbox: Sandbox;
const delivered: Delivery[] = [];

beforeAll(async () => {
  sandbox = await openSandbox({
    folder: null,
    clock: systemClock,
    automatic: false,
    deliver: (delivery) => {
      delivered.push(delivery);
      return Promise.resolve(200);
    },
  });
  closing.add(() => sandbox.close());
  const { stripe } = sandbox.keys;
  server = await startEmptyServer({
    PAYMENTS: 'live',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_URL: stripe.baseUrl,
    TRUST_PROXY: '127.0.0.1',
  });
  closing.add(() => server.close());
});
afterAll(() => closing.close());

interface Shop {
  tenant: MadeTenant;
  work: string;
}

async function openShopAt(subdomain: string, place: number): Promise<Shop> {
  const { installation } = server;
  const tenant = await makeTenant(installation, { subdomain });
  const [made] = await makeWorks(installation, tenant, [
    { kind: 'book', author_id: null, visibility: 'public' },
  ]);
  const work = made?.id ?? '';
  const cause = (await readCauses(installation)).get('hedgehogs') ?? '';
  const code = `S${String.fromCodePoint(65 + Math.floor(place / 26), 65 + (place % 26))}`;
  await openShop(installation, tenant, { code, default_cause_id: cause });
  await putUpForSale(installation, tenant, [work]);
  return { tenant, work };
}

/** Each from a network of its own: of one network few orders are taken. */
const fromAnywhere = () => ({
  'x-forwarded-for': [10, randomInt(256), randomInt(256), randomInt(256)].join('.'),
});

async function send<E extends Endpoint>(
  { tenant }: Pick<Shop, 'tenant'>,
  endpoint: E,
  input: { params?: unknown; query?: unknown; body?: unknown },
  access: string | null = null,
): Promise<{ body: EndpointResponse<E>; milliseconds: number }> {
  const payload = input.body === undefined ? '' : JSON.stringify(input.body);
  const caller = { host: `${tenant.subdomain}.localhost`, access };
  const answer = await server.client.send(
    caller,
    endpoint.method,
    urlOf(endpoint, input),
    payload,
    fromAnywhere(),
  );
  return answer as { body: EndpointResponse<E>; milliseconds: number };
}

const linesOf = ({ work }: Shop): OrderForm['lines'] => [{ work_id: work, edition: 'digital', quantity: 1 }];

async function quote(shop: Shop): Promise<{ body: Quote; milliseconds: number }> {
  const query = { lines: textOf(linesOf(shop)), gifts: '', country: 'DE' };
  return await send(shop, orderEndpoints.quote, { query });
}

interface Waiting {
  shop: Shop;
  token: string;
}

/** @returns what was placed, and milliseconds of all together */
async function placeAll(shops: readonly Shop[]): Promise<{ placed: Waiting[]; milliseconds: number }> {
  const limit = pLimit(atOnce);
  const quotes = new Map<Shop, Quote>();
  for (const shop of shops) quotes.set(shop, (await quote(shop)).body);
  const wanted = Array.from({ length: ordersPerRound }, (_, place) => shops[place % shops.length]);
  const began = performance.now();
  const placed = await Promise.all(
    wanted.map((shop) =>
      limit(async (): Promise<Waiting> => {
        const shown = shop && quotes.get(shop);
        if (!shown) throw new Error('Nothing was shown');
        const body = orderOf(shown, linesOf(shop), { provider: 'stripe' });
        const answer = await send(shop, orderEndpoints.place, { body });
        return { shop, token: answer.body.token };
      }),
    ),
  );
  return { placed, milliseconds: performance.now() - began };
}

async function payAll(): Promise<void> {
  const { practice } = sandbox.peers.stripe;
  for (const { id, state } of practice.all()) if (state === 'open') await sandbox.peers.stripe.pay(id);
}

/** Each buyer comes back to their page, which asks. @returns milliseconds of all together */
async function settleAll(waiting: readonly Waiting[], concurrency: number): Promise<number> {
  const limit = pLimit(concurrency);
  const began = performance.now();
  const answers = await Promise.all(
    waiting.map(({ shop, token }) => limit(() => send(shop, orderEndpoints.check, { params: { token } }))),
  );
  const milliseconds = performance.now() - began;
  expect(answers.filter(({ body }) => body.state === 'paid')).toHaveLength(waiting.length);
  return milliseconds;
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** All events that wait, as the provider sends them. @returns milliseconds of all together and of each */
async function sendEvents(): Promise<{ count: number; milliseconds: number; each: number[] }> {
  delivered.length = 0;
  await sandbox.peers.stripe.deliveries.flush();
  const limit = pLimit(atOnce);
  const began = performance.now();
  const each = await Promise.all(
    delivered.map(({ body, headers }) =>
      limit(async () => {
        const sent = performance.now();
        const response = await fetch(
          `http://127.0.0.1:${server.process.port}${apiPrefix}/payments/stripe/events/`,
          { method: 'POST', body, headers },
        );
        await response.text();
        expect(response.status).toBe(200);
        return performance.now() - sent;
      }),
    ),
  );
  return { count: each.length, milliseconds: performance.now() - began, each };
}

/** Orders of two lines that were paid, in the last years. */
async function fillSales({ tenant, work }: Shop): Promise<void> {
  await inTenant(server.installation.database, tenant.id, async (transaction) => {
    await sql`
      insert into orders (tenant_id, id, token, number, kind, state, currency, total, is_test, fingerprint,
        buyer_email, buyer_name, buyer_country, terms_version, origin, placed_at, lapses_at, paid_at)
      select ${tenant.id}::uuid, gen_random_uuid(), substr(md5(each::text), 1, 22), 'SOLD-' || each, 'shop', 'paid',
        'EUR', 1600, true, ''::bytea, 'buyer-' || each || '@example.org', 'Ada Hill', 'DE', '2026-11',
        'http://localhost', now() - each * interval '20 minutes', now(), now() - each * interval '20 minutes'
      from generate_series(1, ${soldOrders}::integer) as each`.execute(transaction);
    await sql`
      insert into order_lines (tenant_id, id, order_id, place, kind, work_id, title, quantity, unit_price, amount,
        tax_rate_bp, fulfilment, paid_at)
      select tenant_id, gen_random_uuid(), id, line.place, line.kind, ${work}::uuid, 'The hen', 1, line.price,
        line.price, 0, line.fulfilment, paid_at
      from orders cross join (values (0, 'digital', 400, 'ready'), (1, 'print', 1200, 'to_make'))
        as line (place, kind, price, fulfilment)
      where tenant_id = ${tenant.id}::uuid and number like 'SOLD-%'`.execute(transaction);
    await sql`
      insert into order_shares (tenant_id, line_id, party, amount)
      select tenant_id, id, 'school', amount from order_lines where tenant_id = ${tenant.id}::uuid
        and not exists (select from order_shares as share where share.line_id = order_lines.id)`.execute(
      transaction,
    );
  });
  await server.installation.refreshStatistics();
}

/** `after` of a page that begins behind so many sales. */
async function placeOf({ tenant }: Shop, sales: number): Promise<string> {
  const { rows } = await inTenant(server.installation.database, tenant.id, (transaction) =>
    sql<{ key: string[] }>`
      select json_build_array(to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), order_id,
        place::text, tenant_id) as key
      from order_lines where tenant_id = ${tenant.id}::uuid and paid_at is not null and kind <> 'plan'
      order by paid_at desc, order_id, place offset ${sales - 1} limit 1`.execute(transaction),
  );
  return writeKey(rows[0]?.key ?? []);
}

/** @returns milliseconds of each page, by what is asked for */
async function readSales(shop: Shop, access: string): Promise<Map<string, number>> {
  const asked = {
    'first page': { limit: 24 },
    'a page in the middle': { limit: 24, after: await placeOf(shop, 48_000) },
    'last page': { limit: 24, after: await placeOf(shop, 99_960) },
    'what is to be made': { limit: 24, fulfilment: 'to_make' },
  };
  const slowest = new Map<string, number>();
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = [];
    for (let page = 0; page < pagesPerRound; page += 1)
      times.push((await send(shop, soldEndpoints.list, { query }, access)).milliseconds);
    slowest.set(name, p95(times));
  }
  return slowest;
}

/** Milliseconds in which the shares of a cause at one school are collected into a payout, all of them. */
async function collectPayout({ tenant }: Shop): Promise<number> {
  const { database } = server.installation;
  const causeId = (await readCauses(server.installation)).get('hedgehogs') ?? '';
  await fillPaidShares(database, { tenantId: tenant.id, causeId, count: paidShares, amount: 7 });
  const subject = await insertPayout(database, causeId);
  const kind = collectTask({ database, clock: systemClock });
  const started = performance.now();
  await kind.run({
    tenant_id: tenant.id,
    id: uuidv7(),
    kind: collectShares,
    subject,
    payload: {},
    attempts: 1,
    created_at: new Date(),
  });
  const milliseconds = performance.now() - started;
  const { rows } = await inTenant(database, tenant.id, (transaction) =>
    sql<{ taken: number }>`
      select count(*)::integer as taken from order_shares where payout_id = ${subject}::uuid`.execute(
      transaction,
    ),
  );
  expect(rows[0]?.taken).toBeGreaterThanOrEqual(paidShares);
  return milliseconds;
}

it('buying is measured over HTTP, and everything that was paid is paid', async () => {
  await makeCauses(server.installation, [{ name: 'Hedgehogs', slug: 'hedgehogs' }]);
  const hot = await openShopAt('bench-shop', 0);
  const many: Shop[] = [];
  for (let place = 1; place <= schoolsBeside; place += 1)
    many.push(await openShopAt(`bench-shop-${place}`, place));

  const quotes: number[] = [];
  const places: number[] = [];
  const settles = { hot: [] as number[], many: [] as number[] };
  const events = { rate: [] as number[], slowest: [] as number[] };
  const perSecond = (count: number, milliseconds: number) => (count * 1000) / milliseconds;
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (let number = 0; number < quotesPerRound; number += 1) times.push((await quote(hot)).milliseconds);
    const inHot = await placeAll([hot]);
    await payAll();
    const settledHot = await settleAll(inHot.placed, atOnce);
    const inMany = await placeAll(many);
    await payAll();
    const settledMany = await settleAll(inMany.placed, atOnce);
    const sent = await sendEvents();
    if (round === 0) continue;
    quotes.push(p95(times));
    places.push(perSecond(ordersPerRound, inHot.milliseconds));
    settles.hot.push(perSecond(ordersPerRound, settledHot));
    settles.many.push(perSecond(ordersPerRound, settledMany));
    events.rate.push(perSecond(sent.count, sent.milliseconds));
    events.slowest.push(p95(sent.each));
  }
  const together = await placeAll([hot]);
  await payAll();
  const allAtOnce = await settleAll(together.placed, together.placed.length);

  const admin = await makeMember(server.installation, hot.tenant, {
    role: 'school_admin',
    email: 'admin@bench-shop.test',
    password_hash: await hashPassword(password),
  });
  await fillSales(hot);
  const { access } = await server.client.signIn('bench-shop', admin.email, password);
  const pages = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, time] of await readSales(hot, access))
      if (round > 0) pages.set(name, [...(pages.get(name) ?? []), time]);

  const collected = await collectPayout(hot);

  await report('money', 'PostgreSQL embedded and a practice Stripe, on the same machine as the callers', [
    {
      title: 'Orders',
      rows: [
        {
          what: 'What a book costs and who gets what (p95)',
          ours: figure('ms', quotes),
          target: { most: 30 },
        },
        {
          what: `Placing orders, one school, ${atOnce} buyers at once`,
          ours: figure('calls/s', places),
          target: { least: 100 },
        },
        {
          what: `Buyers come back and it is paid, one school, ${atOnce} at once`,
          ours: figure('calls/s', settles.hot),
          target: { least: 60 },
        },
        {
          what: `… twenty schools`,
          ours: figure('calls/s', settles.many),
          target: { least: 100 },
        },
        {
          what: `${together.placed.length} buyers come back at the same moment: until the last is paid`,
          ours: figure('ms', [allAtOnce]),
        },
      ],
      notes: [
        `Of ${together.placed.length} at once, none met an error; one would have ended the bench.`,
        'Placing asks the provider for a page, and paying looks at it. That provider runs in the process of the callers, on the same two processors: its work and theirs is part of these figures.',
        'Who is paid has a document with a number without a gap: the orders of one school wait for each other at the end of their transactions.',
      ],
    },
    {
      title: 'Events of a provider',
      rows: [
        { what: `Taken, ${atOnce} at once`, ours: figure('calls/s', events.rate), target: { least: 300 } },
        { what: '… the 95th of a hundred', ours: figure('ms', events.slowest), target: { most: 50 } },
      ],
      notes: ['Each makes a look at its payment due, which runs beside the events that follow.'],
    },
    {
      title: `Book Sales of ${(2 * soldOrders).toLocaleString('en-US')} lines (p95)`,
      rows: [...pages].map(([what, times]) => ({
        what: `Book Sales, ${what}`,
        ours: figure('ms', times),
        target: { most: 150 },
      })),
      notes: ['Counting all lines, and passing over those before a page, read an index alone.'],
    },
    {
      title: 'Payouts',
      rows: [
        {
          what: `Collecting ${paidShares.toLocaleString('en-US')} shares of one school`,
          ours: figure('ms', [collected]),
        },
      ],
      notes: [
        'By 500 orders a transaction. A server that dies in between leaves those to the next one: `tests/money/payout-kills.test.ts`.',
      ],
    },
  ]);
});
