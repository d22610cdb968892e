import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { makeMember, makeStudent } from '#server/seeds/factories.ts';
import { asStudents } from '../support/class-rows.ts';
import { at, refreshRefused, signInsOfFile } from './identity.support.ts';

const { world, greenfield, riverside, signIn, refresh, refusedRefresh, profileStatus } = signInsOfFile();

function refusedSignIn(host: string, username: string, password = 'Test-password-1') {
  return world.refusal(at(host), identityEndpoints.signIn, { body: { username, password } });
}

function signOut(token: string, host = greenfield.host) {
  return world.call(at(host), identityEndpoints.signOut, { body: { refresh: token } });
}

const wrongCredentials = {
  status: 401,
  code: 'identity.wrong_credentials',
  error: 'Login failed. Please check your credentials.',
  errors: {},
};

describe('signing in', () => {
  it('answers access, refresh and the user to an email address and its password', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    expect(session.user).toEqual({
      id: greenfield.teacher.id,
      tenant_id: greenfield.tenant.id,
      first_name: 'teacher',
      last_name: 'greenfield',
      email: 'teacher@greenfield.test',
      username: null,
      role: 'teacher',
      country: null,
      avatar: null,
    });
    expect(await profileStatus(session.access)).toBe(200);
  });

  it('never answers anything of the password', async () => {
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/token/', {
      body: { username: 'zoe-otter-42', password: 'sunny-otter-42' },
    });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(['access', 'refresh', 'user']);
    expect(JSON.stringify(answer.body)).not.toMatch(/password|sunny-otter-42|argon2/u);
  });

  it.each(['TEACHER@GREENFIELD.TEST', 'Teacher@Greenfield.Test', '  teacher@greenfield.test  '])(
    'forgives case and spaces around an email address: %j',
    async (username) => {
      expect((await signIn(greenfield.host, username)).user.id).toBe(greenfield.teacher.id);
    },
  );

  it.each(['zoe-otter-42', 'Zoe-Otter-42', ' ZOE-OTTER-42 '])(
    'takes a username in any case: %j',
    async (username) => {
      const { user } = await signIn(greenfield.host, username, 'sunny-otter-42');
      expect(user).toMatchObject({
        id: greenfield.student.id,
        role: 'student',
        email: null,
        username: 'zoe-otter-42',
      });
    },
  );

  it.each([' sunny-otter-42 ', 'SUNNY-OTTER-42', 'Sunny-otter-42', 'sunny otter 42', 'Sunny  Otter 42'])(
    'takes %j for the password of a child',
    async (typed) => {
      expect((await signIn(greenfield.host, 'zoe-otter-42', typed)).user.role).toBe('student');
    },
  );

  it('takes it at another school for that of the child there', async () => {
    const [here, there] = await Promise.all(
      [greenfield, riverside].map(({ host }) => signIn(host, 'zoe-otter-42', 'Sunny otter 42')),
    );
    expect(there?.user.tenant_id).toBe(riverside.tenant.id);
    expect(here?.user.id).not.toBe(there?.user.id);
  });

  it('forgives a child nothing else, and staff not even case or spaces', async () => {
    for (const typed of ['sunny-otter-4', 'sunnyotter42', 'sunny_otter_42'])
      expect(await refusedSignIn(greenfield.host, 'zoe-otter-42', typed)).toMatchObject(wrongCredentials);
    expect(await refusedSignIn(greenfield.host, 'teacher@greenfield.test', 'test-password-1')).toMatchObject(
      wrongCredentials,
    );
    expect(
      await refusedSignIn(greenfield.host, 'teacher@greenfield.test', ' Test-password-1 '),
    ).toMatchObject(wrongCredentials);
  });

  it.each([
    [
      'the platform’s administrator on the platform’s own site',
      'localhost',
      'platform@quillshelf.test',
      'quillshelf_admin',
    ],
    [
      'an organization’s administrator on its host',
      'brightfutures.localhost',
      'org@brightfutures.test',
      'organization_admin',
    ],
    ['a school’s administrator on its host', 'riverside.localhost', 'admin@riverside.test', 'school_admin'],
  ])('works for %s', async (_who, host, username, role) => {
    expect((await signIn(host, username)).user.role).toBe(role);
  });

  it('refuses an unknown name and a wrong password in the same words and the same body', async () => {
    const headers = { 'x-request-id': 'the-same-request', cookie: `quillshelf_device=${'a'.repeat(22)}` };
    const ask = (username: string, password: string) =>
      world.request(at(greenfield.host), 'POST', '/api/auth/token/', {
        body: { username, password },
        headers,
      });
    const unknown = await ask('nobody@greenfield.test', 'Test-password-1');
    const wrong = await ask('teacher@greenfield.test', 'Test-password-2');
    const wrongOfChild = await ask('zoe-otter-42', 'sunny-otter-43');
    expect(unknown).toMatchObject({ status: 401, body: { code: 'identity.wrong_credentials' } });
    const comparable = ({ status, body, headers: { date: _date, ...rest } }: typeof unknown) => ({
      status,
      body,
      rest,
    });
    expect(comparable(wrong)).toEqual(comparable(unknown));
    expect(comparable(wrongOfChild)).toEqual(comparable(unknown));
  });

  it('refuses people of the other school, whose names and passwords are right elsewhere', async () => {
    expect(await refusedSignIn(riverside.host, 'teacher@greenfield.test')).toMatchObject(wrongCredentials);
    expect(await refusedSignIn('localhost', 'admin@greenfield.test')).toMatchObject(wrongCredentials);
    expect(await refusedSignIn(greenfield.host, 'platform@quillshelf.test')).toMatchObject(wrongCredentials);
    expect(await refusedSignIn(greenfield.host, 'org@brightfutures.test')).toMatchObject(wrongCredentials);
  });

  it('takes the same username for another child in the other school', async () => {
    const { user } = await signIn(riverside.host, 'zoe-otter-42', 'sunny-otter-42');
    expect(user).toMatchObject({ id: riverside.student.id, tenant_id: riverside.tenant.id });
  });

  it('refuses on a host that no school has', async () => {
    expect(await refusedSignIn('nowhere.localhost', 'teacher@greenfield.test')).toMatchObject({
      status: 404,
      code: 'tenants.unknown_host',
    });
  });

  it('remembers when a child signed in last', async () => {
    const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Lena',
      username: 'lena-wren-11',
      password: 'brave-wren-11',
    });
    const teacher = await world.as(greenfield.teacher);
    const lastLogin = async () => {
      const { results } = await world.call(teacher, studentEndpoints.listInClass, {
        params: { classCode: greenfield.ownClass.class_id },
        query: { search: 'Lena' },
      });
      return asStudents(results.students).map((student) => [student.id, student.last_login]);
    };
    expect(await lastLogin()).toEqual([[child.id, null]]);
    await signIn(greenfield.host, 'lena-wren-11', 'brave-wren-11');
    expect(await lastLogin()).toEqual([[child.id, world.clock.now().toISOString()]]);
  });

  it.each([
    ['nothing', {}, { username: ['This field is required'], password: ['This field is required'] }],
    [
      'an empty form',
      { username: '', password: '' },
      {
        username: ['Please enter your email/username.'],
        password: ['Please enter your password.'],
      },
    ],
    [
      'spaces for a name',
      { username: '   ', password: 'x' },
      { username: ['Please enter your email/username.'] },
    ],
    [
      'numbers',
      { username: 1, password: 2 },
      {
        username: ['Please enter your email/username.'],
        password: ['Please enter your password.'],
      },
    ],
    [
      'an endless name',
      { username: 'a'.repeat(321), password: 'x' },
      { username: ['Please enter your email/username.'] },
    ],
    [
      'an endless password',
      { username: 'a', password: 'a'.repeat(1025) },
      { password: ['The password is too long.'] },
    ],
  ])('says at the fields what is missing: %s', async (_what, body, errors) => {
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/token/', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect((answer.body as { errors: unknown }).errors).toEqual(errors);
  });

  it.each(['teacher@greenfield.test\u0000', '\ud800', "' or 1=1 --", '%'])(
    'takes %j for a name that nobody has',
    async (username) => {
      expect(await refusedSignIn(greenfield.host, username)).toMatchObject(wrongCredentials);
    },
  );
});

describe('an archived person', () => {
  it('cannot sign in, refresh or go on with what was signed in before', async () => {
    const member = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      email: 'leaving@greenfield.test',
      password: 'Test-password-1',
    });
    const session = await signIn(greenfield.host, 'leaving@greenfield.test');
    const { administrator } = world.testDatabase;
    await administrator.query('update users set archived_at = now() where id = $1', [member.id]);
    expect(await profileStatus(session.access)).toBe(401);
    expect(await refusedRefresh(session.refresh)).toMatchObject(refreshRefused);
    expect(await refusedSignIn(greenfield.host, 'leaving@greenfield.test')).toMatchObject(wrongCredentials);

    await administrator.query('update users set archived_at = null where id = $1', [member.id]);
    expect((await signIn(greenfield.host, 'leaving@greenfield.test')).user.id).toBe(member.id);
  });
});

describe('signing out', () => {
  it('ends the session at once: its access token, its refresh token', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    expect(await signOut(session.refresh)).toEqual({});
    expect(await profileStatus(session.access)).toBe(401);
    expect(await refusedRefresh(session.refresh)).toMatchObject(refreshRefused);
  });

  it('works with a token that was renewed before', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    const next = await refresh(session.refresh);
    await signOut(next.refresh);
    expect(await profileStatus(next.access)).toBe(401);
    expect(await profileStatus(session.access)).toBe(401);
  });

  it('works by the hash of the token, which a tablet keeps without a network and which opens nothing', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    const refresh_hash = createHash('sha256').update(session.refresh).digest('hex');
    const end = (host: string) => world.call(at(host), identityEndpoints.signOut, { body: { refresh_hash } });
    expect(await refusedRefresh(refresh_hash)).toMatchObject(refreshRefused);
    expect(await profileStatus(refresh_hash)).toBe(401);
    // No other school can end it.
    await end(riverside.host);
    const next = await refresh(session.refresh);
    expect(await end(greenfield.host)).toEqual({});
    expect(await profileStatus(next.access)).toBe(401);
    expect(await refusedRefresh(next.refresh)).toMatchObject(refreshRefused);
    expect(await end(greenfield.host)).toEqual({});
    const { code } = await world.refusal(at(greenfield.host), identityEndpoints.signOut, {
      body: { refresh_hash: 'f00' },
    });
    expect(code).toBe('request.invalid');
  });

  it('leaves the person’s other sessions alone', async () => {
    const here = await signIn(greenfield.host, 'teacher@greenfield.test');
    const there = await signIn(greenfield.host, 'teacher@greenfield.test');
    await signOut(here.refresh);
    expect(await profileStatus(there.access)).toBe(200);
  });

  it('answers alike to a token that nobody has, twice, and on another host, and ends nothing there', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    expect(await signOut(randomUUID())).toEqual({});
    expect(await signOut(session.refresh, riverside.host)).toEqual({});
    expect(await profileStatus(session.access)).toBe(200);
    await signOut(session.refresh);
    expect(await signOut(session.refresh)).toEqual({});
  });
});
