import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { at, newPassword, oldPassword, resetsOfFile } from './password-reset.support.ts';

const { post, heldSignIn, world, greenfield, riverside, linkFor, reset, check, signInStatus, somebody } =
  resetsOfFile();

async function openSessionsOf(userId: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ open: number }>(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [userId],
  );
  return rows[0]?.open ?? 0;
}

describe('choosing a new password', () => {
  it('opens the account at once with the new password, however often the old one was mistyped', async () => {
    const person = await somebody();
    const email = person.email ?? '';
    for (let guess = 0; guess < 10; guess += 1) expect(await signInStatus(email, 'wrong')).toBe(401);
    expect(await signInStatus(email, oldPassword)).toBe(429);
    await reset(await linkFor(email));
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('ends every session of the person and nobody else’s', async () => {
    const person = await somebody();
    const other = await somebody();
    const sessions = [
      await world.signIn(greenfield.host, person.email),
      await world.signIn(greenfield.host, person.email),
    ];
    const others = await world.signIn(greenfield.host, other.email);
    await reset(await linkFor(person.email));
    const profileStatus = async (caller: Caller) =>
      (await world.request(caller, 'GET', '/api/user/profile/')).status;
    for (const { access, refresh, host } of sessions) {
      expect(await profileStatus({ access, host })).toBe(401);
      expect(await world.refusal(at(host), identityEndpoints.refresh, { body: { refresh } })).toMatchObject({
        code: 'identity.refresh_refused',
      });
    }
    expect(
      await world.call(at(greenfield.host), identityEndpoints.refresh, { body: { refresh: others.refresh } }),
    ).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    const { rows } = await world.testDatabase.administrator.query<{ reason: string }>(
      'select revoked_reason as reason from sessions where user_id = $1',
      [person.id],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['password reset', 'password reset']);
  });

  it('refuses whoever is just signing in with the old one, as with any wrong password', async () => {
    const { id, email } = await somebody();
    const token = await linkFor(email);
    const held = heldSignIn.next();
    const answer = world.request(at(greenfield.host), 'POST', '/api/auth/token/', {
      body: { username: email, password: oldPassword },
    });
    const goOn = await held;
    await reset(token);
    goOn();
    expect(await answer).toMatchObject({ status: 401, body: { code: 'identity.wrong_credentials' } });
    expect(await openSessionsOf(id)).toBe(0);
    expect(await signInStatus(email, newPassword)).toBe(200);
    expect(await openSessionsOf(id)).toBe(1);
  });

  it('ends the session that is opened with the old one at that moment', async () => {
    const { id, email } = await somebody();
    const token = await linkFor(email);
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    // The sign-in has seen that the password is still good, and cannot write its session yet.
    await administrator.query('lock table sessions in share mode');
    const signedIn = signInStatus(email, oldPassword);
    await untilWaiting(administrator, 1);
    const changed = reset(token);
    await untilWaiting(administrator, 2);
    await administrator.query('commit');
    expect(await signedIn).toBe(200);
    await changed;
    expect(await openSessionsOf(id)).toBe(0);
  });

  it('leaves the person of the same address at the other school signed in', async () => {
    const email = `same-${randomUUID()}@both.test`;
    const [here, there] = await Promise.all(
      [greenfield, riverside].map(({ tenant }) =>
        makeMember(world.context, tenant, { role: 'teacher', email, password: oldPassword }),
      ),
    );
    await world.signIn(greenfield.host, email);
    const token = await linkFor(email);
    const held = heldSignIn.next();
    const answer = world.signIn(riverside.host, email);
    const goOn = await held;
    await reset(token);
    goOn();
    expect((await answer).user_id).toBe(there?.id);
    expect(await openSessionsOf(here?.id ?? '')).toBe(0);
    expect(await openSessionsOf(there?.id ?? '')).toBe(1);
  });

  it('is written down, and the person hears of it by email', async () => {
    const person = await somebody();
    await reset(await linkFor(person.email));
    const { rows } = await world.testDatabase.administrator.query(
      'select tenant_id, actor_id, subject_id, details from audit_entries where action = $1 and subject_id = $2',
      ['passwords.reset', person.id],
    );
    expect(rows).toEqual([
      { tenant_id: greenfield.tenant.id, actor_id: person.id, subject_id: person.id, details: {} },
    ]);
    await post.sender.sendDue();
    const mail = post.mailbox.lastTo(person.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain('http://greenfield.localhost/resetpasswordemail');
    expect(mail.text).not.toContain('token');
  });

  it('makes a password for somebody who never had one', async () => {
    const person = await somebody();
    await world.testDatabase.administrator.query('delete from credentials where user_id = $1', [person.id]);
    await reset(await linkFor(person.email));
    expect(await signInStatus(person.email, newPassword)).toBe(200);
  });

  it.each([
    ['nothing', undefined, 'This field is required'],
    ['an empty one', '', 'Please enter new password'],
    ['a short one', 'only-eleven', 'The password needs at least 12 characters.'],
    ['one letter again and again', 'aaaaaaaaaaaaaaaa', 'Please choose a password that is harder to guess.'],
    ['an endless one', 'ab cd ef'.repeat(200), 'The password is too long.'],
  ])('says at the field what is wrong with %s, and keeps the link', async (_what, new_password, text) => {
    const { email } = await somebody();
    const token = await linkFor(email);
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/confirm/', {
      body: { token, new_password },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { new_password: [text] } } });
    expect(await check(token)).toEqual({ email, is_first: false });
  });

  it('takes any script and spaces, as they are', async () => {
    const { email } = await somebody();
    await reset(await linkFor(email), ' 太陽が昇る美しい朝です ');
    expect(await signInStatus(email, ' 太陽が昇る美しい朝です ')).toBe(200);
    expect(await signInStatus(email, '太陽が昇る美しい朝です')).toBe(401);
  });
});
