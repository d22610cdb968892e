import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { probeEndpoints } from '#contract/health/probes.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { createApp } from '#server/app.ts';
import { inTenant } from '#server/platform/database.ts';
import { Drain } from '#server/platform/drain.ts';
import { openApiWorld, urlOf, type ApiWorld } from '../support/api-world.ts';
import { testSecretKey } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const all = [healthEndpoints.check, probeEndpoints.live, probeEndpoints.ready] as const;
let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld({ connections: 1 });
});

afterAll(() => world.close());

const somewhere = { host: 'health.example.org', access: null };

describe('a server that is well', () => {
  it.each([
    'greenfield.localhost',
    'localhost',
    'no-school.localhost',
    '127.0.0.1:8080',
    'health.example.org',
  ])('says so on any address: %s', async (host) => {
    for (const endpoint of all)
      expect(await world.call({ host, access: null }, endpoint, {})).toEqual({ status: 'ok' });
  });

  it('says so while all its connections are in use: it is busy, and not ill', async () => {
    await inTenant(world.testDatabase.database, world.greenfield.tenant.id, async () => {
      for (const endpoint of all) expect(await world.call(somewhere, endpoint, {})).toEqual({ status: 'ok' });
    });
  });
});

/** Another server on the same database. */
async function anotherServer(options: { databaseUrl?: string; drain?: Drain }) {
  const app = await createApp({
    database: world.testDatabase.database,
    databaseUrl: world.testDatabase.url,
    secretKey: testSecretKey,
    baseDomain: 'localhost',
    trustProxy: false,
    webRoot: null,
    logLevel: 'silent',
    ...options,
  });
  const ask = async (endpoint: (typeof all)[number]) => {
    const answer = await app.inject({ url: urlOf(endpoint, {}) });
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
  };
  return { app, close: () => app.close(), answers: () => Promise.all(all.map(ask)) };
}

const well = { status: 200, retryAfter: undefined };
const notNow = { status: 503, retryAfter: '2' };

describe('a server', () => {
  it('that cannot reach its database lives, and is neither well nor ready', async () => {
    const away = Object.assign(new URL(world.testDatabase.url), { port: '1' }).href;
    const { answers, close } = await anotherServer({ databaseUrl: away });
    expect(await answers()).toEqual([notNow, well, notNow]);
    await close();
  });

  it('that is about to end is not ready, and answers all else', async () => {
    const drain = new Drain();
    const { answers, close } = await anotherServer({ drain });
    expect(await answers()).toEqual([well, well, well]);
    await drain.begin({ serve: 0, streams: 0 });
    expect(await answers()).toEqual([well, well, notNow]);
    await close();
  });
});

describe('a server that closes', () => {
  it('tells late callers on a connection that is open when to come again, in its own words', async () => {
    const { app } = await anotherServer({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const said: string[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (piece) => said.push(piece.toString()));
    await once(socket, 'connect');
    const from = (line: string, ...rest: readonly string[]) =>
      [`${line} HTTP/1.1`, 'Host: localhost', ...rest].join('\r\n');
    const check = from(`GET ${urlOf(healthEndpoints.check, {})}`, '', '');
    const signIn = from(
      `POST ${urlOf(identityEndpoints.signIn, {})}`,
      'Content-Type: application/json',
      'Content-Length: 2',
      '',
      '{',
    );
    // The answer to the first says that the second has begun to arrive: its connection stays.
    socket.write(check + signIn);
    await until(() => expect(said.join('')).toContain('200 OK'));
    const ended = Promise.all([app.close(), once(socket, 'close')]);
    await until(() => expect(app.server.listening).toBe(false));
    socket.write(`}${check}`);
    await ended;
    const [, , first = '', second = ''] = said.join('').split('HTTP/1.1 ');
    expect(first).toMatch(/^400 /u);
    expect(second).toMatch(/^503 /u);
    expect(second).toMatch(/\r\nretry-after: 2\r\n/u);
    expect(second).toContain('"code":"request.unavailable"');
  });
});
