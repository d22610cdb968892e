import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { deviceReport } from '../support/device-reports.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { at, refreshRefused, signInsOfFile } from './identity.support.ts';

const { world, greenfield, riverside, signIn, refresh, refusedRefresh, profileStatus } = signInsOfFile();

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

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
