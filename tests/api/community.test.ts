import { beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { urlOf, type Person, type RawAnswer, type TestSchool } from '../support/api-world.ts';
import { cheapHasher } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});

function enter(password: string, host = greenfield.host): Promise<RawAnswer> {
  return world.request({ host, access: null }, 'POST', '/api/generic-password-login', { body: { password } });
}

async function check(cookie: string, host = greenfield.host): Promise<unknown> {
  const { body } = await world.request({ host, access: null }, 'GET', '/api/check-generic-access', {
    headers: { cookie },
  });
  return body;
}

/** The cookie of that name as a browser sends it back. */
function cookieOf({ headers }: RawAnswer, name = 'quillshelf_community'): string {
  const set = [headers['set-cookie']].flat().find((each) => String(each).startsWith(`${name}=`));
  if (set === undefined) throw new Error(`No ${name} was set`);
  return String(set).split(';')[0] ?? '';
}

async function setPassword(school: TestSchool, password: string): Promise<void> {
  await world.testDatabase.administrator.query(
    'update community_passwords set password_hash = $2, version = version + 1 where tenant_id = $1',
    [school.tenant.id, await cheapHasher.hash(password)],
  );
}

const letIn = { authenticated: true };
const notLetIn = { authenticated: false };

describe('a parent', () => {
  it('is let in by the password that the school shares, by a cookie that no script reads', async () => {
    const answer = await enter('welcome-to-greenfield');
    expect(answer).toMatchObject({ status: 200, body: letIn });
    expect([answer.headers['set-cookie']].flat().map(String)).toContainEqual(
      expect.stringMatching(
        /^quillshelf_community=[\w.-]+; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Lax$/u,
      ),
    );
    expect(await check(cookieOf(answer))).toEqual(letIn);
  });

  it('is forgiven spaces around it', async () => {
    expect((await enter(' welcome-to-greenfield ')).status).toBe(200);
  });

  it('is not let in without the cookie, by a changed one or by one of the other school', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    expect(await check('')).toEqual(notLetIn);
    const [name = '', value = ''] = cookie.split('=');
    const [version = '', issued = '', signature = ''] = value.split('.');
    for (const changed of [
      `${version}.${issued}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${Number(version) + 1}.${issued}.${signature}`,
      `${version}.${Number(issued) + 1}.${signature}`,
      `${version}.${issued}`,
      '1',
    ])
      expect(await check(`${name}=${changed}`)).toEqual(notLetIn);
    expect(await check(cookie, riverside.host)).toEqual(notLetIn);
    expect(await check(cookieOf(await enter('welcome-to-riverside', riverside.host)))).toEqual(notLetIn);
  });

  it('is asked again after thirty days', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    const day = 24 * 60 * 60 * 1000;
    world.clock.advance(30 * day - 1000);
    expect(await check(cookie)).toEqual(letIn);
    world.clock.advance(2000);
    expect(await check(cookie)).toEqual(notLetIn);
  });

  it('leaves, and the cookie goes', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    const answer = await world.request(
      { host: greenfield.host, access: null },
      'POST',
      '/api/generic-password-logout',
      { headers: { cookie } },
    );
    expect(answer).toMatchObject({ status: 200, body: notLetIn });
    expect(String(answer.headers['set-cookie'])).toMatch(/^quillshelf_community=; Path=\/api; Max-Age=0;/u);
  });

  it('who came by the old password is out at the next request, once the school has a new one', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    await setPassword(greenfield, 'another-one');
    expect(await check(cookie)).toEqual(notLetIn);
    expect((await enter('welcome-to-greenfield')).status).toBe(401);
    expect(await check(cookieOf(await enter('another-one')))).toEqual(letIn);
    await setPassword(greenfield, 'welcome-to-greenfield');
  });

  it.each([
    ['nothing', {}, 'This field is required'],
    ['an empty form', { password: '' }, 'Please enter a password.'],
    ['spaces', { password: '  ' }, 'Please enter a password.'],
  ])('is told what is missing: %s', async (_what, body, text) => {
    const answer = await world.request(
      { host: greenfield.host, access: null },
      'POST',
      '/api/generic-password-login',
      { body },
    );
    expect(answer).toMatchObject({ status: 400, body: { errors: { password: [text] } } });
  });
});

describe('a wrong password', () => {
  const refused = {
    status: 401,
    body: {
      code: 'identity.wrong_community_password',
      error: 'Invalid password. Please try again.',
      errors: {},
    },
  };

  it('is refused in the same words where the school has none at all', async () => {
    expect(await enter('wrong')).toMatchObject(refused);
    expect(await enter('welcome-to-riverside')).toMatchObject(refused);
    expect(await enter('wrong', 'brightfutures.localhost')).toMatchObject(refused);
  });

  it('is refused fifty times from one address, and ten times from one device', async () => {
    const { administrator } = world.testDatabase;
    const cookie = cookieOf(await enter('wrong'), 'quillshelf_device');
    const byDevice = () =>
      world.request({ host: greenfield.host, access: null }, 'POST', '/api/generic-password-login', {
        body: { password: 'wrong' },
        headers: { cookie },
      });
    for (let place = 0; place < 10; place += 1) expect((await byDevice()).status).toBe(401);
    expect((await byDevice()).status).toBe(429);
    expect((await enter('wrong')).status).toBe(401);
    await administrator.query("update failed_guesses set failures = 50 where kind = 'community_network'");
    expect(await enter('welcome-to-greenfield')).toMatchObject({ status: 429 });
    expect((await enter('welcome-to-riverside', riverside.host)).status).toBe(200);
    world.clock.advance(10 * 60 * 1000);
    expect((await enter('welcome-to-greenfield')).status).toBe(200);
  });
});

describe('a school that sets the password', () => {
  const set = async (person: Person, password: string) =>
    await world.call(await world.as(person), identityEndpoints.setCommunityPassword, { body: { password } });
  const read = async (person: Person) =>
    await world.call(await world.as(person), identityEndpoints.readCommunityPassword, {});

  it('ends what came by the old one, and leaves the other school alone', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    const theirs = cookieOf(await enter('welcome-to-riverside', riverside.host));
    expect(await read(greenfield.schoolAdmin)).toMatchObject({ is_set: true, set_by: null });
    expect(await set(greenfield.schoolAdmin, '  Seven red kites ')).toEqual({
      is_set: true,
      set_at: world.clock.now().toISOString(),
      set_by: { first_name: 'admin', last_name: 'greenfield' },
    });
    expect(await check(cookie)).toEqual(notLetIn);
    expect((await enter('welcome-to-greenfield')).status).toBe(401);
    expect(await check(cookieOf(await enter('Seven red kites')))).toEqual(letIn);
    expect(await check(theirs, riverside.host)).toEqual(letIn);
    const { rows } = await world.testDatabase.administrator.query(
      `select tenant_id, actor_id from audit_entries where action = 'community.password_set'`,
    );
    expect(rows).toEqual([{ tenant_id: greenfield.tenant.id, actor_id: greenfield.schoolAdmin.id }]);
  });

  it('ends it also where the new one is the same', async () => {
    await set(greenfield.schoolAdmin, 'welcome-to-greenfield');
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    await set(greenfield.schoolAdmin, 'welcome-to-greenfield');
    expect(await check(cookie)).toEqual(notLetIn);
  });

  it('lets nobody but an administrator set it or see whether it is set', async () => {
    for (const person of [greenfield.teacher, greenfield.teacherAdmin, greenfield.student, greenfield.parent])
      for (const endpoint of [
        identityEndpoints.setCommunityPassword,
        identityEndpoints.readCommunityPassword,
      ])
        expect(
          await world.refusal(await world.as(person), endpoint, { body: { password: 'seven red kites' } }),
        ).toMatchObject({ status: 403, code: 'request.forbidden' });
  });

  it('lets no guest set it, who would know it after the visit', async () => {
    const { token } = await world.call(await world.as(world.organization.admin), visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id },
    });
    const { access } = await world.call({ host: greenfield.host, access: null }, visitEndpoints.redeem, {
      body: { token },
    });
    expect(
      await world.refusal({ host: greenfield.host, access }, identityEndpoints.setCommunityPassword, {
        body: { password: 'seven red kites' },
      }),
    ).toMatchObject({ status: 403, code: 'identity.guests_set_none' });
    expect((await enter('welcome-to-greenfield')).status).toBe(200);
  });

  it.each([
    ['', 'Please enter a password.'],
    ['  ', 'Please enter a password.'],
    ['seven', 'The password needs at least 8 characters.'],
    ['7'.repeat(101), 'The password is too long.'],
  ])('says at the field what is wrong with %j', async (password, text) => {
    expect(
      await world.refusal(await world.as(greenfield.schoolAdmin), identityEndpoints.setCommunityPassword, {
        body: { password },
      }),
    ).toMatchObject({ status: 400, errors: { password: [text] } });
  });
});

describe('the cookie of the community', () => {
  it('opens nothing that asks who one is', async () => {
    const cookie = cookieOf(await enter('welcome-to-greenfield'));
    for (const endpoint of endpoints.filter(({ roles }) => roles !== 'anyone')) {
      const { status } = await world.request(
        { host: greenfield.host, access: null },
        endpoint.method,
        urlOf(endpoint, {
          params: { id: greenfield.ownClass.id, classId: greenfield.ownClass.id, key: 'books' },
        }),
        { headers: { cookie }, ...(endpoint.body && { body: {} }) },
      );
      // Calls of the platform's panel are not there on the host of a school.
      const expected = endpoint.hosts === 'platform' ? 404 : 401;
      expect([endpoint.name, status]).toEqual([endpoint.name, expected]);
    }
  });
});

describe('a school’s name in an address', () => {
  it('leads to the host of that school, from any host', async () => {
    for (const host of [greenfield.host, riverside.host, 'localhost', 'brightfutures.localhost'])
      expect(
        await world.call({ host, access: null }, tenantEndpoints.findBySlug, {
          params: { slug: 'Greenfield' },
        }),
      ).toEqual({ school_name: 'greenfield school', host: 'greenfield.localhost' });
  });

  it.each(['nowhere', 'a.b', 'greenfield.localhost', '%', ' ', 'x\u0000', '美咲'])(
    'is none: %j',
    async (slug) => {
      expect(
        await world.refusal({ host: greenfield.host, access: null }, tenantEndpoints.findBySlug, {
          params: { slug },
        }),
      ).toMatchObject({ status: 404, code: 'tenants.unknown_slug' });
    },
  );
});
