import { SignJWT } from 'jose';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { payloadOf, urlOf } from '../support/api-world.ts';
import { signInUrl, wireOfFile } from './http.support.ts';

const { world, visitor, teacher } = wireOfFile();

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
const credentials = (school: string) => ({ username: `teacher@${school}.test`, password: 'Test-password-1' });

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
