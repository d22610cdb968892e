import { createHash, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { makeMember, makeStudent } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { asStudents } from '../support/class-rows.ts';
import { deviceReport } from '../support/device-reports.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const { world, greenfield, riverside } = worldOfFile();

const at = (host: string): Caller => ({ host, access: null });

function signIn(host: string, username: string, password = 'Test-password-1'): Promise<Session> {
  return world.call(at(host), identityEndpoints.signIn, { body: { username, password } });
}

function refusedSignIn(host: string, username: string, password = 'Test-password-1') {
  return world.refusal(at(host), identityEndpoints.signIn, { body: { username, password } });
}

function refresh(token: string, host = greenfield.host) {
  return world.call(at(host), identityEndpoints.refresh, { body: { refresh: token } });
}

function refusedRefresh(token: string, host = greenfield.host) {
  return world.refusal(at(host), identityEndpoints.refresh, { body: { refresh: token } });
}

function signOut(token: string, host = greenfield.host) {
  return world.call(at(host), identityEndpoints.signOut, { body: { refresh: token } });
}

/** Status with which the profile answers to an access token. */
async function profileStatus(access: string, host = greenfield.host): Promise<number> {
  const { status } = await world.request({ host, access }, 'GET', '/api/user/profile/');
  return status;
}

const wrongCredentials = {
  status: 401,
  code: 'identity.wrong_credentials',
  error: 'Login failed. Please check your credentials.',
  errors: {},
};
const refreshRefused = {
  status: 401,
  code: 'identity.refresh_refused',
  error: 'Your token is expired, please relogin!',
};

describe('the age of a session', () => {
  const hour = 60 * minute;
  const { username, password } = { username: 'zoe-otter-42', password: 'sunny-otter-42' };

  const signInOn = (form: { remember?: boolean; device_id?: string }, school = greenfield) =>
    world.call(at(school.host), identityEndpoints.signIn, { body: { username, password, ...form } });

  /** Refreshed often enough that no token is too old, for so long. */
  async function refreshFor(
    token: string,
    milliseconds: number,
    host = greenfield.host,
  ): Promise<Session['refresh']> {
    const step = Math.min(milliseconds, 20 * day);
    let last = token;
    for (let left = milliseconds; left > 0; left -= step) {
      world.clock.advance(Math.min(step, left));
      last = (await refresh(last, host)).refresh;
    }
    return last;
  }

  /** A session that is used until a minute before its end goes on, and is over a minute after it. */
  async function endsAfter(session: Session, age: number, host = greenfield.host): Promise<void> {
    const last = await refreshFor(session.refresh, age - minute, host);
    const newest = await refresh(last, host);
    expect(await profileStatus(newest.access, host)).toBe(200);
    world.clock.advance(2 * minute);
    expect(await profileStatus(newest.access, host)).toBe(401);
    expect(await refusedRefresh(newest.refresh, host)).toMatchObject(refreshRefused);
  }

  async function preparedTablet(school = greenfield): Promise<string> {
    const device_id = uuidv7();
    const caller = await world.as(school.teacher);
    await world.call(caller, deviceEndpoints.report, { body: deviceReport({ device_id }) });
    await world.call(caller, deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: [school.ownClass.id] },
    });
    return device_id;
  }

  it('is ninety days for staff, however much it is used', async () => {
    const { email } = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      password: 'Test-password-1',
    });
    await endsAfter(await signIn(greenfield.host, email), 90 * day);
  });

  it('is sixteen hours for a pupil', async () => {
    await endsAfter(await signInOn({}), 16 * hour);
    await endsAfter(await signInOn({ remember: false }, riverside), 16 * hour, riverside.host);
  });

  it('is ninety days for a pupil who stays signed in on a tablet that is not prepared', async () => {
    await endsAfter(await signInOn({ remember: true, device_id: uuidv7() }), 90 * day);
    // Prepared at the other school, it is none here.
    await endsAfter(await signInOn({ remember: true, device_id: await preparedTablet(riverside) }), 90 * day);
  });

  it('is sixteen hours for a pupil on a prepared tablet, and on one that is prepared later', async () => {
    await endsAfter(await signInOn({ remember: true, device_id: await preparedTablet() }), 16 * hour);
    const device_id = uuidv7();
    const session = await signInOn({ remember: true, device_id });
    const caller = await world.as(greenfield.teacher);
    await world.call(caller, deviceEndpoints.report, { body: deviceReport({ device_id }) });
    await world.call(caller, deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: [greenfield.ownClass.id] },
    });
    await endsAfter(session, 16 * hour);
  });
});

describe('signing in', () => {
  it('answers access, refresh and the user to an e-mail address and its password', async () => {
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
    'forgives case and spaces around an e-mail address: %j',
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

describe('an access token', () => {
  it('is good for ten minutes and not a second longer', async () => {
    const { access } = await signIn(greenfield.host, 'teacher@greenfield.test');
    world.clock.advance((limits.accessTokenSeconds - 1) * second);
    expect(await profileStatus(access)).toBe(200);
    world.clock.advance(second);
    const { host } = greenfield;
    expect(await world.refusal({ host, access }, identityEndpoints.readProfile, {})).toMatchObject({
      status: 401,
      code: 'request.unauthenticated',
      error: 'Your token is expired, please relogin!',
    });
  });

  it('gets nothing on any other host', async () => {
    const { access } = await signIn(greenfield.host, 'teacher@greenfield.test');
    expect(await profileStatus(access)).toBe(200);
    for (const host of [riverside.host, 'brightfutures.localhost', 'localhost']) {
      expect(await profileStatus(access, host)).toBe(401);
    }
  });

  it('shows the person it was made for', async () => {
    const { access, user } = await signIn(greenfield.host, 'lead@greenfield.test');
    const { host } = greenfield;
    expect(await world.call({ host, access }, identityEndpoints.readProfile, {})).toEqual(user);
  });
});

describe('a refresh token', () => {
  it('is exchanged for a new pair, and the new one again', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const next = await refresh(first.refresh);
    expect(next.refresh).not.toBe(first.refresh);
    expect(await profileStatus(next.access)).toBe(200);
    const third = await refresh(next.refresh);
    expect(new Set([first.refresh, next.refresh, third.refresh]).size).toBe(3);
    expect(await profileStatus(third.access)).toBe(200);
  });

  it('gives the very same next token when its answer was lost, within a minute', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const lost = await refresh(first.refresh);
    world.clock.advance(59 * second);
    const again = await refresh(first.refresh);
    expect(again.refresh).toBe(lost.refresh);
    expect(await profileStatus(again.access)).toBe(200);
    expect((await refresh(again.refresh)).refresh).not.toBe(again.refresh);
  });

  it('gives it days later too, as long as nobody was seen with the next pair', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const lost = await refresh(first.refresh);
    world.clock.advance(3 * day);
    const again = await refresh(first.refresh);
    expect(again.refresh).toBe(lost.refresh);
    world.clock.advance(3 * day);
    const asLate = await refresh(first.refresh);
    expect(asLate.refresh).toBe(lost.refresh);
    expect(await profileStatus(asLate.access)).toBe(200);
    expect((await refresh(asLate.refresh)).refresh).not.toBe(lost.refresh);
  });

  it('that comes again when somebody was seen with the next pair ends the session, days later too', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const stolen = await refresh(first.refresh);
    expect(await profileStatus(stolen.access)).toBe(200);
    world.clock.advance(3 * day);
    expect(await refusedRefresh(first.refresh)).toMatchObject(refreshRefused);
    expect(await refusedRefresh(stolen.refresh)).toMatchObject(refreshRefused);
  });

  it('gives it days later too, where the pair before was still in use while the answer was made', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const unheard = await refresh(first.refresh);
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    // The next refresh has noted that its answer may be lost, and is not through.
    await administrator.query('lock table refresh_tokens in share mode');
    const lost = refresh(unheard.refresh);
    await untilWaiting(administrator, 1);
    // Meanwhile it shows that the answer before did arrive.
    const seen = profileStatus(unheard.access);
    await untilWaiting(administrator, 2);
    await administrator.query('commit');
    expect(await seen).toBe(200);
    const { refresh: next } = await lost;
    world.clock.advance(3 * day);
    const again = await refresh(unheard.refresh);
    expect(again.refresh).toBe(next);
    expect(await profileStatus(again.access)).toBe(200);
  });

  it('gives two tabs that ask at the same moment the same next token', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const pairs = await Promise.all([1, 2, 3, 4].map(() => refresh(first.refresh)));
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
    const [pair] = pairs;
    expect(await profileStatus(pair?.access ?? '')).toBe(200);
  });

  it('that comes again after a minute ends the session at once, access tokens included', async () => {
    const reuses = async () =>
      (
        await world.testDatabase.administrator.query<Record<string, string | null>>(
          `select tenant_id, actor_id, subject_id from audit_entries
           where action = 'sign_ins.token_reused' order by id`,
        )
      ).rows;
    const before = await reuses();
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const next = await refresh(first.refresh);
    expect(await profileStatus(next.access)).toBe(200);
    world.clock.advance(minute + second);
    expect(await refusedRefresh(first.refresh)).toMatchObject(refreshRefused);
    expect(await profileStatus(next.access)).toBe(401);
    expect(await profileStatus(first.access)).toBe(401);
    expect(await refusedRefresh(next.refresh)).toMatchObject(refreshRefused);
    expect(await refusedRefresh(first.refresh)).toMatchObject(refreshRefused);
    // One row for the session, however often the token comes.
    expect((await reuses()).slice(before.length)).toEqual([
      { tenant_id: greenfield.tenant.id, actor_id: null, subject_id: greenfield.teacher.id },
    ]);
  });

  it('that comes again after its successor was used ends the session at once', async () => {
    const first = await signIn(greenfield.host, 'teacher@greenfield.test');
    const next = await refresh(first.refresh);
    const third = await refresh(next.refresh);
    expect(await refusedRefresh(first.refresh)).toMatchObject(refreshRefused);
    expect(await profileStatus(third.access)).toBe(401);
    expect(await refusedRefresh(third.refresh)).toMatchObject(refreshRefused);
    expect(await refusedRefresh(next.refresh)).toMatchObject(refreshRefused);
  });

  it('that was reused ends only the one session', async () => {
    const stolen = await signIn(greenfield.host, 'teacher@greenfield.test');
    const elsewhere = await signIn(greenfield.host, 'teacher@greenfield.test');
    const next = await refresh(stolen.refresh);
    await refresh(next.refresh);
    await refusedRefresh(stolen.refresh);
    expect(await profileStatus(elsewhere.access)).toBe(200);
    expect((await refresh(elsewhere.refresh)).refresh).not.toBe(elsewhere.refresh);
  });

  it('is good for thirty days from its making, and renewing makes it good for thirty more', async () => {
    const { refresh: first } = await signIn(greenfield.host, 'teacher@greenfield.test');
    world.clock.advance(29 * day);
    const { refresh: next } = await refresh(first);
    world.clock.advance(29 * day);
    const { refresh: last } = await refresh(next);
    world.clock.advance(30 * day);
    expect(await refusedRefresh(last)).toMatchObject(refreshRefused);
  });

  it('is nothing on another host, and stays good on its own', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    expect(await refusedRefresh(session.refresh, riverside.host)).toMatchObject(refreshRefused);
    expect(await refusedRefresh(session.refresh, 'localhost')).toMatchObject(refreshRefused);
    expect((await refresh(session.refresh)).refresh).not.toBe('');
  });

  it.each(['x', 'a'.repeat(200), '\u0000'])('that nobody was given is refused: %j', async (token) => {
    expect(await refusedRefresh(token)).toMatchObject(refreshRefused);
  });

  it('is stored as a hash alone', async () => {
    const session = await signIn(greenfield.host, 'teacher@greenfield.test');
    const { rows } = await world.testDatabase.administrator.query<{ row: string }>(
      'select refresh_tokens::text as row from refresh_tokens',
    );
    const stored = rows.map(({ row }) => row).join(' ');
    expect(stored).not.toContain(session.refresh);
    expect(stored).not.toContain(Buffer.from(session.refresh).toString('hex'));
    expect(stored).not.toContain(Buffer.from(session.refresh, 'base64url').toString('hex'));
  });

  it.each([
    [{}, 'This field is required'],
    [{ refresh: 5 }, expect.any(String)],
    [{ refresh: '' }, expect.any(String)],
  ])('has to be there: %j', async (body, message) => {
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/token/refresh/', { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: { refresh: [message] } },
    });
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
