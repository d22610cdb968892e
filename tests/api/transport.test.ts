import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** The same program on a port, behind a proxy, with little time for a request. */
let app: FastifyInstance;
let log = '';

beforeAll(async () => {
  app = await createApp({
    database: world.testDatabase.database,
    databaseUrl: world.testDatabase.url,
    secretKey: testSecretKey,
    baseDomain: 'localhost',
    trustProxy: true,
    webRoot: null,
    requestTimeout: 400,
    logLevel: 'trace',
    logTo: { write: (line) => (log += line) },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

/** All that the server answers to what is written, until it ends the connection. */
async function answerTo(written: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(written);
  return await text(socket);
}

describe('a request that does not arrive', () => {
  const post = (host: string, path: string, type: string) =>
    `POST /api/${path}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n`;
  const head = (host: string) => post(host, 'auth/token', 'application/json');
  const form = (host: string) => post(host, 'tenants/create', 'multipart/form-data; boundary=x');

  it.each([
    ['a body', (host: string) => `${head(host)}Content-Length: 100\r\n\r\n{"username":"planted-name`],
    ['headers', (host: string) => head(host)],
    ['a file', (host: string) => `${form(host)}Content-Length: 999\r\n\r\n--x\r\n`],
  ])('whole is ended: %s', async (_what, written) => {
    for (const { host } of [greenfield, riverside]) {
      const [first = '', ...rest] = (await answerTo(written(host))).split('\r\n');
      expect(first).toBe('HTTP/1.1 408 Request Timeout');
      expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({
        code: 'request.too_slow',
        error: 'The request took too long to arrive. Please try again.',
        errors: {},
      });
    }
    expect(log).not.toContain('planted-name');
    expect(log).not.toContain('a call failed');
  });

  it('in a form that can be read is refused in the one error shape', async () => {
    const [first = '', ...rest] = (await answerTo('no request\r\n\r\n')).split('\r\n');
    expect(first).toBe('HTTP/1.1 400 Bad Request');
    expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ code: 'request.malformed' });
  });

  it('too late says nothing of one that is in time', async () => {
    const body = JSON.stringify({ username: greenfield.teacher.email, password: 'Test-password-1' });
    const answer = await answerTo(
      `${head(greenfield.host)}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  });
});

describe('strict transport security', () => {
  const addresses = ['/api/current-tenant', '/api/docs/', '/manifest.webmanifest', '/no-such-page'];

  it.each(addresses)('is asked for where the request is https: %s', async (url) => {
    for (const { host } of [greenfield, riverside]) {
      const headersOf = async (headers: Record<string, string>) =>
        (await app.inject({ url, headers: { host, ...headers } })).headers['strict-transport-security'];
      expect(await headersOf({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
      expect(await headersOf({ 'x-forwarded-proto': 'http' })).toBeUndefined();
      expect(await headersOf({})).toBeUndefined();
    }
  });

  it('is not asked for on the word of a caller who is no proxy of ours', async () => {
    const caller = { host: greenfield.host, access: null };
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await world.request(caller, 'GET', '/api/current-tenant', { headers });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the description of the API', () => {
  const strict = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'origin-agent-cluster',
    'permissions-policy',
    'referrer-policy',
    'x-content-type-options',
    'x-frame-options',
    'x-request-id',
  ];

  it.each(['/api/docs/', '/api/docs/static/index.html', '/api/docs/static/swagger-ui.css', '/api/docs/json'])(
    'has the headers of all other answers: %s',
    async (url) => {
      const headersOf = async (address: string) => {
        const answer = await app.inject({
          url: address,
          headers: { host: greenfield.host, 'x-request-id': 'the-same-one' },
        });
        return Object.fromEntries(strict.map((name) => [name, answer.headers[name]]));
      };
      const others = await headersOf('/api/current-tenant');
      expect(Object.values(others)).not.toContain(undefined);
      expect(await headersOf(url)).toEqual(others);
    },
  );

  it('runs no code and has no style that the policy would refuse', async () => {
    const page = (await app.inject({ url: '/api/docs/', headers: { host: greenfield.host } })).body;
    expect(page).toContain('swagger-ui');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|https?:\/\//u);
  });
});
