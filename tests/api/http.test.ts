import { SignJWT } from 'jose';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { openApiWorld, payloadOf, urlOf, type ApiWorld, type Caller } from '../support/api-world.ts';

let world: ApiWorld;
let visitor: Caller;
let teacher: Caller;
let platform: Caller;

beforeAll(async () => {
  world = await openApiWorld();
  visitor = await world.as('visitor');
  teacher = await world.as(world.greenfield.teacher);
  platform = await world.as(world.platformAdmin);
});

afterAll(() => world.close());

/** A request as it stands on the wire, where `world.request` would tidy it. */
function send(request: {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  payload?: string;
}) {
  return world.app.inject({
    method: 'POST',
    ...request,
    headers: { host: world.greenfield.host, ...request.headers },
  });
}

const json = { 'content-type': 'application/json' };
const signInUrl = '/api/auth/token/';
const credentials = (school: string) => ({ username: `teacher@${school}.test`, password: 'Test-password-1' });

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

describe('an address of the API', () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'answers alike with and without the last slash: %s',
    async (_name, endpoint) => {
      // Of nobody, so that the first of the two calls changes nothing for the second.
      const nobody = uuidv7();
      const params = {
        id: nobody,
        language: 'en',
        pageId: nobody,
        stepId: 'finished',
        idOrSlug: nobody,
        currency: 'XTS',
        classId: nobody,
        studentId: nobody,
        userId: nobody,
        filmId: nobody,
        importId: nobody,
        organizationId: nobody,
        invitationId: nobody,
        schoolId: nobody,
        tenantId: nobody,
        categoryId: nobody,
        viewId: nobody,
        resourceId: nobody,
        offerId: nobody,
        chapterId: nobody,
        workId: nobody,
        partId: nobody,
        sha256: '0'.repeat(64),
        token: 'a'.repeat(22),
        publicId: 'a'.repeat(22),
        type: 'order',
        line: nobody,
        classCode: world.greenfield.ownClass.class_id,
        key: 'first-steps',
        n: '0',
        purpose: 'voice',
        slug: 'greenfield',
        subdomain: 'greenfield',
      };
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

describe('a request from another site', () => {
  it.each(['cross-site', 'same-site'])('is refused where it would do something: %s', async (site) => {
    const answer = await world.request(visitor, 'POST', signInUrl, {
      body: credentials('greenfield'),
      headers: { 'sec-fetch-site': site },
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'request.cross_site', error: 'This request came from another site.' },
    });
  });

  it.each(['same-origin', 'none'])('is none when the browser says %s', async (site) => {
    const answer = await world.request(visitor, 'POST', signInUrl, {
      body: credentials('greenfield'),
      headers: { 'sec-fetch-site': site },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    'https://evil.example',
    'http://riverside.localhost',
    'http://greenfield.localhost.evil.example',
    'null',
    'nonsense',
  ])('is refused by its origin too, where an old browser says no more: %s', async (origin) => {
    const answer = await world.request(visitor, 'POST', signInUrl, {
      body: credentials('greenfield'),
      headers: { origin },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'request.cross_site' } });
  });

  it.each([
    'http://greenfield.localhost',
    'https://greenfield.localhost:8443',
    'http://GREENFIELD.localhost',
  ])('is none where an old browser names the school’s own: %s', async (origin) => {
    const answer = await world.request(visitor, 'POST', signInUrl, {
      body: credentials('greenfield'),
      headers: { origin },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('is refused as a form with files too, which any page can send without asking: %j', async (headers) => {
    const admin = await world.as(world.greenfield.schoolAdmin);
    const create = async (email: string, from: Record<string, string>) => {
      const body = { first_name: 'Ida', last_name: 'Berg', email, country: 'NO' };
      const payload = await payloadOf(memberEndpoints.create, { body }, from);
      return await world.request(admin, 'POST', urlOf(memberEndpoints.create, {}), payload);
    };
    const email = `${uuidv7()}@example.org`;
    expect(await create(email, headers)).toMatchObject({ status: 403, body: { code: 'request.cross_site' } });
    const found = await world.call(admin, memberEndpoints.list, { query: { search: email } });
    expect(found.count).toBe(0);
    expect(await create(email, { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 });
  });

  it('may follow a link to what can only be read', async () => {
    const answer = await world.request(visitor, 'GET', '/api/current-tenant', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a body', () => {
  const payload = JSON.stringify({ username: 'teacher@greenfield.test', password: 'Test-password-1' });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ])('is refused when it says that it is %s', async (type) => {
    const answer = await send({ url: signInUrl, headers: { 'content-type': type }, payload });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'request.unsupported_type', error: 'Please send JSON.' });
  });

  it('is refused when it does not say what it is', async () => {
    const answer = await send({ url: signInUrl, payload });
    expect(answer.statusCode).toBe(415);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'is read as %s',
    async (type) => {
      const answer = await send({ url: signInUrl, headers: { 'content-type': type }, payload });
      expect(answer.statusCode).toBe(200);
    },
  );

  it.each([
    ['cut off', '{"username": "teacher'],
    ['with a comma too many', '{"username": "a", "password": "b",}'],
    ['empty', ''],
    ['no JSON at all', 'username=teacher'],
    [
      'with a key that reaches for the prototype',
      '{"__proto__": {"admin": true}, "username": "a", "password": "b"}',
    ],
    ['with a constructor that reaches for the prototype', '{"constructor": {"prototype": {"admin": true}}}'],
  ])('that is not well-formed is refused: %s', async (_what, text) => {
    const answer = await send({ url: signInUrl, headers: json, payload: text });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'request.malformed',
      error: 'The request could not be read.',
    });
  });

  it('that is far too large is refused', async () => {
    const answer = await send({
      url: signInUrl,
      headers: json,
      payload: `{"username": "${'a'.repeat(1024 * 1024)}"}`,
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'request.too_large', error: 'The request is too large.' });
    expect(answer.headers).toMatchObject({ 'x-quillshelf': '1', 'x-request-id': expect.any(String) });
  });

  it('with a field that the contract does not know is read without it', async () => {
    const answer = await world.request(visitor, 'POST', signInUrl, {
      body: { ...credentials('greenfield'), role: 'school_admin', tenant_id: world.riverside.tenant.id },
    });
    expect(answer.body).toMatchObject({ user: { role: 'teacher', tenant_id: world.greenfield.tenant.id } });
  });
});

describe('an access token', () => {
  const profile = '/api/user/profile/';
  const askWith = (authorization: string) =>
    world.request(visitor, 'GET', profile, { headers: { authorization } });

  it('is taken whatever the case of the word before it', async () => {
    expect((await askWith(`bearer ${teacher.access}`)).status).toBe(200);
    expect((await askWith(`BEARER ${teacher.access}`)).status).toBe(200);
  });

  it('is needed where somebody has to be signed in', async () => {
    expect(await world.refusal(visitor, identityEndpoints.readProfile, {})).toMatchObject({
      status: 401,
      code: 'request.unauthenticated',
      error: 'Your token is expired, please relogin!',
    });
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dGVhY2hlcjpwYXNz',
    'Bearer not-a-token',
    'Bearer a.b.c',
    'Bearer null',
    'Bearer undefined',
  ])('that is none gets nothing: %j', async (authorization) => {
    expect(await askWith(authorization)).toMatchObject({
      status: 401,
      body: { code: 'request.unauthenticated' },
    });
  });

  it('that somebody else signed gets nothing, and neither does an unsigned one', async () => {
    const [, payload = ''] = teacher.access?.split('.') ?? [];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 9));
    expect((await askWith(`Bearer ${forged}`)).status).toBe(401);
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    expect((await askWith(`Bearer ${none}.${payload}.`)).status).toBe(401);
  });

  it('of a colleague’s id under one’s own signature gets nothing', async () => {
    const [head = '', , signature = ''] = teacher.access?.split('.') ?? [];
    const claims = { sub: world.greenfield.schoolAdmin.id, tenant: world.greenfield.tenant.id };
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect((await askWith(`Bearer ${head}.${changed}.${signature}`)).status).toBe(401);
  });
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
