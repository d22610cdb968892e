import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  BadSignatureError,
  ProviderUnavailableError,
  type EventHeaders,
} from '#server/modules/providers/provider.ts';
import type { Delivery } from '#server/sandbox/deliveries.ts';
import { payPalKeys } from '#server/sandbox/paypal-peer.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { phonePeKeys } from '#server/sandbox/phonepe-peer.ts';
import { stripeKeys } from '#server/sandbox/stripe-peer.ts';
import { openPracticeMoney } from '../support/practice-money.ts';

const money = await openPracticeMoney();
const fetched: string[] = [];

beforeAll(() => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    fetched.push(input instanceof Request ? input.url : String(input));
    return real(input, init);
  });
});
afterAll(() => money.close());

interface Bad {
  what: string;
  body: Buffer;
  headers: EventHeaders;
}

const day = 24 * 60 * 60 * 1000;

/** A good event, from which each bad one is made. */
async function goodEvent(name: PeerName): Promise<Delivery> {
  const order = await money.begin(name);
  await money.peer(name).pay(order.provider_ref);
  await money.provider(name).capture?.(order.at);
  await money.peer(name).deliveries.flush();
  const delivery = money.delivered.at(-1);
  if (!delivery) throw new Error('Nothing was delivered');
  return delivery;
}

const notUtf8 = (body: string) => Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.of(0xff, 0x7d)]);
const megabyte = (body: string) => Buffer.from(`${body.slice(0, -1)},"x":"${'y'.repeat(1024 * 1024)}"}`);

/** Bodies that nothing signed, with the headers of one that was. */
function changedBodies({ body, headers }: Delivery, times: number): Bad[] {
  const bytes = Buffer.from(body);
  const changed = Array.from({ length: times }, (_, time) => {
    const copy = Buffer.from(bytes);
    const place = Math.floor((time * (bytes.length - 1)) / times);
    copy[place] = (copy[place] ?? 0) ^ 1;
    return { what: `byte ${place} changed`, body: copy, headers };
  });
  return [
    ...changed,
    { what: 'one byte more', body: Buffer.from(`${body} `), headers },
    { what: 'a mark before it', body: Buffer.from(`\ufeff${body}`), headers },
    { what: 'empty', body: Buffer.of(), headers },
  ];
}

/** Headers that are missing, or there twice: joined as Node does, and as a list. */
function doubledHeaders({ body, headers }: Delivery, names: readonly string[]): Bad[] {
  const bytes = Buffer.from(body);
  return names.flatMap((name) => {
    const value = headers[name] ?? '';
    return [
      { what: `${name} missing`, body: bytes, headers: { ...headers, [name]: undefined } },
      { what: `${name} empty`, body: bytes, headers: { ...headers, [name]: '' } },
      { what: `${name} joined`, body: bytes, headers: { ...headers, [name]: `${value}, ${value}` } },
      { what: `${name} twice`, body: bytes, headers: { ...headers, [name]: [value, value] } },
    ];
  });
}

function strangeBodies({ body }: Delivery, sign: (body: Buffer) => EventHeaders): Bad[] {
  return [
    ['not UTF-8', notUtf8(body)],
    ['a megabyte', megabyte(body)],
    ['no JSON', Buffer.from('{"id":')],
    ['a list', Buffer.from('[]')],
    ['a text', Buffer.from('"event"')],
    ['null', Buffer.from('null')],
    ['another object', Buffer.from('{}')],
    [
      'an id that is none',
      Buffer.from('{"id":5,"type":"x","event_type":"x","data":{"object":{}},"resource":5,"payload":7}'),
    ],
  ].map(([what, bytes]) => ({
    what: String(what),
    body: bytes as Buffer,
    headers: sign(bytes as Buffer),
  }));
}

async function badOfStripe(): Promise<Bad[]> {
  const good = await goodEvent('stripe');
  const now = Math.floor(money.clock.now().getTime() / 1000);
  const bytes = Buffer.from(good.body);
  const sign = (body: Buffer, secret = stripeKeys.webhookSecret, time = now, scheme = 'v1') => {
    const hmac = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    return { ...good.headers, 'stripe-signature': `t=${time},${scheme}=${hmac}` };
  };
  return [
    ...changedBodies(good, 80),
    ...doubledHeaders(good, ['stripe-signature']),
    ...strangeBodies(good, sign),
    ...['whsec_other', 'x', stripeKeys.secretKey].map((secret) => ({
      what: `signed by ${secret}`,
      body: bytes,
      headers: sign(bytes, secret),
    })),
    { what: 'six minutes old', body: bytes, headers: sign(bytes, undefined, now - 360) },
    { what: 'of last year', body: bytes, headers: sign(bytes, undefined, now - 365 * 86_400) },
    { what: 'an old scheme', body: bytes, headers: sign(bytes, undefined, now, 'v0') },
    ...['t=1', 'v1=', `t=${now},v1=${'0'.repeat(64)}`, 't=x,v1=y', `t=,v1=${'a'.repeat(64)}`].map(
      (value) => ({
        what: `signature ${value.slice(0, 20)}`,
        body: bytes,
        headers: { 'stripe-signature': value },
      }),
    ),
  ];
}

async function badOfPayPal(): Promise<Bad[]> {
  const good = await goodEvent('paypal');
  const bytes = Buffer.from(good.body);
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const peer = money.peer('paypal').book.data as unknown as { signing: { key: string } };
  const sign = (
    body: Buffer,
    {
      key = peer.signing.key,
      webhook = payPalKeys.webhookId,
      time = money.clock.now().toISOString(),
    }: {
      key?: Parameters<ReturnType<typeof createSign>['sign']>[0];
      webhook?: string;
      time?: string;
    } = {},
  ) => {
    const id = 'b6bd1c1e-0000-4000-8000-000000000000';
    const signed = `${id}|${time}|${webhook}|${crc32(body)}`;
    return {
      ...good.headers,
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(signed).sign(key, 'base64'),
    };
  };
  const at = good.headers['paypal-cert-url'] ?? '';
  const foreign = [
    'https://attacker.example/v1/notifications/certs/CERT-1',
    'https://paypal.com.attacker.example/v1/notifications/certs/CERT-1',
    'https://attackerpaypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@attacker.example/v1/notifications/certs/CERT-1',
    'https://user:secret@api.paypal.com/v1/notifications/certs/CERT-1',
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../../oauth2/token',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?next=https://attacker.example',
    'https://api.paypal.com/somewhere/else',
    'https://169.254.169.254/v1/notifications/certs/CERT-1',
    'http://127.0.0.1:1/v1/notifications/certs/CERT-1',
    'file:///etc/passwd',
    'ftp://api.paypal.com/v1/notifications/certs/CERT-1',
    'api.paypal.com/v1/notifications/certs/CERT-1',
    `${at}#x`,
    at.replace('127.0.0.1', 'localhost'),
    at.replace('http://', 'https://'),
  ];
  const time = (milliseconds: number) => new Date(money.clock.now().getTime() + milliseconds).toISOString();
  return [
    ...changedBodies(good, 80),
    ...doubledHeaders(good, [
      'paypal-transmission-id',
      'paypal-transmission-time',
      'paypal-transmission-sig',
      'paypal-cert-url',
      'paypal-auth-algo',
    ]),
    ...strangeBodies(good, (body) => sign(body)),
    ...foreign.map((url) => ({
      what: `certificate at ${url}`,
      body: bytes,
      headers: { ...sign(bytes, { key: own }), 'paypal-cert-url': url },
    })),
    { what: 'signed by another key', body: bytes, headers: sign(bytes, { key: own }) },
    { what: 'for another webhook', body: bytes, headers: sign(bytes, { webhook: 'WH-OTHER' }) },
    { what: 'five days old', body: bytes, headers: sign(bytes, { time: time(-5 * day) }) },
    { what: 'of next week', body: bytes, headers: sign(bytes, { time: time(7 * day) }) },
    { what: 'of no time', body: bytes, headers: sign(bytes, { time: '2026-99-99T99:99:99Z' }) },
    {
      what: 'no certificate there',
      body: bytes,
      headers: { ...sign(bytes), 'paypal-cert-url': `${at}-other` },
    },
    {
      what: 'by another algorithm',
      body: bytes,
      headers: { ...good.headers, 'paypal-auth-algo': 'SHA1withRSA' },
    },
  ];
}

async function badOfPhonePe(): Promise<Bad[]> {
  const good = await goodEvent('phonepe');
  const bytes = Buffer.from(good.body);
  const { webhookUser, webhookPassword } = phonePeKeys;
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const wrong = [
    sha(`${webhookUser}:other`),
    sha(`other:${webhookPassword}`),
    sha(webhookUser + webhookPassword),
    sha(`${webhookUser}:${webhookPassword} `),
    `${webhookUser}:${webhookPassword}`,
    `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`,
    `Bearer ${good.headers.authorization}`,
    (good.headers.authorization ?? '').slice(0, -1),
    `${good.headers.authorization}0`,
    ...Array.from({ length: 70 }, () => randomBytes(32).toString('hex')),
  ];
  return [
    ...doubledHeaders(good, ['authorization']),
    ...strangeBodies(good, () => good.headers),
    ...wrong.map((authorization) => ({
      what: `authorization ${authorization}`,
      body: bytes,
      headers: { authorization },
    })),
  ];
}

const kinds = [
  { name: 'stripe', bad: badOfStripe },
  { name: 'paypal', bad: badOfPayPal },
  { name: 'phonepe', bad: badOfPhonePe },
] as const;

describe('a bad event', () => {
  let count = 0;

  it.each(kinds)('of $name is refused, and nothing is asked of a foreign host', async ({ name, bad }) => {
    const all = await bad();
    // The good one is taken, so it is the change that is refused.
    const good = money.delivered.at(-1);
    const event = await money.provider(name).event(Buffer.from(good?.body ?? ''), good?.headers ?? {});
    expect(event.reference).toMatch(/^[\w-]{43}$/u);
    const from = fetched.length;
    for (const { what, body, headers } of all) {
      await expect(money.provider(name).event(body, headers), what).rejects.toThrow(BadSignatureError);
    }
    const own = money.peer(name).url;
    expect(fetched.slice(from).filter((url) => !url.startsWith(`${own}/v1/notifications/certs/`))).toEqual(
      [],
    );
    count += all.length;
  });

  it('was one of three hundred', () => {
    expect(count).toBeGreaterThanOrEqual(300);
  });
});

describe('the certificate of PayPal', () => {
  it('is fetched once for many events', async () => {
    const good = await goodEvent('paypal');
    const from = fetched.length;
    for (let time = 0; time < 5; time += 1)
      await money.provider('paypal').event(Buffer.from(good.body), good.headers);
    expect(fetched.length - from).toBeLessThanOrEqual(1);
  });

  it('is asked for again after it could not be had', async () => {
    const other = await openPracticeMoney();
    const order = await other.begin('paypal');
    await other.peer('paypal').pay(order.provider_ref);
    await other.peer('paypal').deliveries.flush();
    const [event] = other.delivered;
    const check = () => other.provider('paypal').event(Buffer.from(event?.body ?? ''), event?.headers ?? {});
    other.peer('paypal').fault('certificate', 'error');
    await expect(check()).rejects.toThrow(BadSignatureError);
    other.peer('paypal').fault('certificate', 'drop_answer');
    await expect(check()).rejects.toThrow(ProviderUnavailableError);
    expect((await check()).reference).toBe(order.asked.reference);
    await other.close();
  });
});
