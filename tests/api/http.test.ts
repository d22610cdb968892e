import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { urlOf } from '../support/api-world.ts';
import { signInUrl, wireOfFile } from './http.support.ts';

const { world, visitor, teacher, platform } = wireOfFile();

describe('every answer of the API', () => {
  const addresses = [
    { of: 'a success', method: 'GET', url: '/api/current-tenant', status: 200 },
    { of: 'a refusal', method: 'GET', url: '/api/user/profile/', status: 401 },
    { of: 'bad input', method: 'POST', url: signInUrl, status: 400 },
    { of: 'an unknown address', method: 'GET', url: '/api/no-such-call/', status: 404 },
    { of: 'a wrong method', method: 'DELETE', url: '/api/user/profile/', status: 404 },
    { of: 'the bare prefix', method: 'GET', url: '/api', status: 404 },
    { of: 'a broken address', method: 'GET', url: '/api/list-student-in-class/%E0%A4%A/', status: 400 },
    {
      of: 'an endless parameter',
      method: 'GET',
      url: `/api/list-student-in-class/${'A'.repeat(300)}/`,
      status: 400,
    },
  ];

  it.each(addresses)(
    'carries the product’s header and echoes the request’s id: $of',
    async ({ method, url, status }) => {
      const answer = await world.request(visitor, method, url, {
        headers: { 'x-request-id': 'request-12345678' },
      });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({ 'x-quillshelf': '1', 'x-request-id': 'request-12345678' });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(addresses.filter(({ status }) => status >= 400))(
    'has the one error body: $of',
    async ({ method, url }) => {
      const { body, headers } = await world.request(visitor, method, url);
      expect(body).toEqual({
        code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/u),
        error: expect.stringMatching(/\S/u),
        errors: expect.any(Object),
        request_id: headers['x-request-id'],
      });
    },
  );

  it.each([
    ['too short', 'abc'],
    ['with spaces', 'a b c d e f g h'],
    ['with markup', '<script>alert(1)</script>'],
    ['too long', 'a'.repeat(65)],
  ])('has an id of the server where the caller’s is none: %s', async (_what, header) => {
    const answer = await world.request(visitor, 'GET', '/api/current-tenant', {
      headers: { 'x-request-id': header },
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it('has the security headers', async () => {
    const { headers } = await world.request(visitor, 'GET', '/api/current-tenant');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/u);
    expect(policy).toMatch(/worker-src 'self'(;|$)/u);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=()',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('lets no other origin read it', async () => {
    const { headers } = await world.request(teacher, 'GET', '/api/user/profile/', {
      headers: { origin: 'https://evil.example' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

/** What an endpoint answers each time. */
function lasting(name: string, body: unknown): unknown {
  // Each of them is another one.
  if (name === 'requests.ticket') return Object.keys(body as object);
  // The one before is in it.
  return name === 'panel.exportAudit' ? String(body).split('\r\n')[0] : body;
}

/** Of nobody, so that the first of two calls changes nothing for the second. */
function paramsOfNobody({ path, params }: Endpoint): Record<string, string> {
  const schemas = params && 'entries' in params ? (params.entries as Record<string, v.GenericSchema>) : {};
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => {
      const schema = schemas[name];
      if (!schema) throw new Error(`${path} does not declare ${name}`);
      const options = 'options' in schema ? (schema.options as string[]) : [];
      const usual = [uuidv7(), 'a'.repeat(22), '0'.repeat(64), 'XTS', 'en', '0', 'finished'];
      const fitting = [...options, ...usual].find((value) => v.is(schema, value));
      if (fitting === undefined) throw new Error(`No text here fits ${name} of ${path}`);
      return [name, fitting];
    }),
  );
}

describe('an address of the API', () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'answers alike with and without the last slash: %s',
    async (_name, endpoint) => {
      const params = paramsOfNobody(endpoint);
      const address = urlOf(endpoint, { params }).replace(/\/$/u, '');
      const headers = { 'x-request-id': 'the-same-request' };
      const options = endpoint.body ? { body: {}, headers } : { headers };
      const signedIn = endpoint.hosts === 'platform' ? platform : teacher;
      const atPlatform = endpoint.hosts === 'platform';
      const nobodyHere = atPlatform ? { host: platform.host, access: null } : visitor;
      const caller = endpoint.roles === 'anyone' ? nobodyHere : signedIn;
      const without = await world.request(caller, endpoint.method, address, options);
      const withSlash = await world.request(caller, endpoint.method, `${address}/`, options);
      expect(withSlash.status).toBe(without.status);
      expect(lasting(endpoint.name, withSlash.body)).toEqual(lasting(endpoint.name, without.body));
      expect(withSlash.body).not.toMatchObject({ code: 'request.not_found' });
    },
  );
});

describe('the list of a page', () => {
  const list = (query: string) => world.request(teacher, 'GET', `/api/v1/teacher/school-classes/${query}`);

  it.each([
    ['?limit=-1', 'limit', 'limit must be at least 0'],
    [`?limit=${limits.pageMaximum + 1}`, 'limit', `limit must be at most ${limits.pageMaximum}`],
    ['?limit=1.5', 'limit', 'limit must be a whole number'],
    ['?limit=many', 'limit', 'limit must be a whole number'],
    ['?offset=-1', 'offset', 'offset must be at least 0'],
    ['?offset=99999999', 'offset', 'offset must be at most 1000000'],
  ])('refuses %s', async (query, field, message) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: {
        code: 'request.invalid',
        error: 'Please check the highlighted fields.',
        errors: { [field]: [message] },
      },
    });
  });

  it('refuses a limit that is given twice', async () => {
    expect((await list('?limit=1&limit=2')).status).toBe(400);
  });
});

describe('the OpenAPI document', () => {
  it('lists every endpoint with its method, its input and its problems', async () => {
    const { status, body } = await world.request(visitor, 'GET', '/api/docs/json');
    expect(status).toBe(200);
    const document = body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const listed = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    );
    expect(listed.toSorted()).toEqual(endpoints.map((endpoint) => endpoint.name).toSorted());
    expect(document.paths['/api/class/{classId}/bulk-add-students/']?.post).toMatchObject({
      security: [{ bearer: [] }],
      requestBody: { required: true },
      responses: {
        200: expect.any(Object),
        400: expect.any(Object),
        401: expect.any(Object),
        403: expect.any(Object),
        404: expect.any(Object),
        409: expect.any(Object),
      },
    });
  });

  it('can be read in a browser', async () => {
    const { status, headers, body } = await world.request(visitor, 'GET', '/api/docs/');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('swagger');
  });
});

describe('an address outside the API', () => {
  it('is nothing, in plain words, where no web app is served', async () => {
    expect(await world.request(visitor, 'GET', '/no-such-page')).toMatchObject({
      status: 404,
      body: 'Not found',
    });
  });
});
