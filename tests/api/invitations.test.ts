import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
const { newEmail } = mail;

const chosen = { first_name: 'Nora', last_name: 'Lind', new_password: 'three-words-in-a-row' };
const visitor = (host = greenfield.host) => ({ host, access: null });

async function invite(
  email = newEmail(),
  role: 'teacher' | 'school_admin' = 'teacher',
  by: Person = greenfield.schoolAdmin,
) {
  return await world.call(await world.as(by), invitationEndpoints.invite, { body: { email, role } });
}

/** The token of the link that came last for somebody. */
async function tokenFor(email: string): Promise<string> {
  await mail.sender.sendDue();
  const [, token] = /\/accept-invitation\/#token=([\w-]{43})$/mu.exec(mail.mailbox.lastTo(email).text) ?? [];
  if (token === undefined) throw new Error(`No link came for ${email}`);
  return token;
}

async function accept(token: string, host?: string) {
  return await world.call(visitor(host), invitationEndpoints.accept, { body: { token, ...chosen } });
}

async function refused(token: string, host?: string) {
  const { code } = await world.refusal(visitor(host), invitationEndpoints.check, { body: { token } });
  const again = await world.refusal(visitor(host), invitationEndpoints.accept, {
    body: { token, ...chosen },
  });
  expect(again.code).toBe(code);
  return code;
}

async function open(by: Person = greenfield.schoolAdmin) {
  const query = { limit: limits.pageMaximum };
  return (await world.call(await world.as(by), invitationEndpoints.list, { query })).results;
}

describe('an invitation', () => {
  it('says who invites whom, and makes a member who is signed in', async () => {
    const email = newEmail();
    await invite(email.toUpperCase(), 'school_admin');
    const token = await tokenFor(email);
    expect(mail.mailbox.lastTo(email).subject).toBe('greenfield school invites you');
    const invitation = await world.call(visitor(), invitationEndpoints.check, { body: { token } });
    expect(invitation).toEqual({
      school_name: 'greenfield school',
      invited_by: { first_name: 'admin', last_name: 'greenfield' },
      email,
      role: 'school_admin',
      first_name: '',
      last_name: '',
    });
    const session = await accept(token);
    expect(session.user).toMatchObject({ email, first_name: 'Nora', role: 'school_admin' });
    const caller = { host: greenfield.host, access: session.access };
    expect(await world.call(caller, identityEndpoints.readProfile, {})).toMatchObject({ email });
    expect((await world.call(caller, memberEndpoints.list, { query: { search: email } })).count).toBe(1);
    await world.signIn(greenfield.host, email, chosen.new_password);
    expect((await open()).map((row) => row.email)).not.toContain(email);
  });

  it('works once, on the host of its school alone', async () => {
    const email = newEmail();
    await invite(email);
    const token = await tokenFor(email);
    expect(await refused(token, riverside.host)).toBe('invitations.link_unknown');
    await accept(token);
    expect(await refused(token)).toBe('invitations.used');
  });

  it('that two open at the same moment lets one of them in', async () => {
    const email = newEmail();
    await invite(email);
    const body = { token: await tokenFor(email), ...chosen };
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.request(visitor(), 'POST', '/api/auth/invitation/accept/', { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is too old after two weeks, and good again with the link of a new email', async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const first = await tokenFor(email);
    world.clock.advance(limits.invitationDays * day);
    expect(await refused(first)).toBe('invitations.expired');
    expect((await open()).find((row) => row.id === id)).toMatchObject({ is_expired: true });
    const caller = await world.as(greenfield.schoolAdmin);
    const again = await world.call(caller, invitationEndpoints.resend, { params: { id } });
    expect(again).toMatchObject({ id, is_expired: false, sent_at: world.clock.now().toISOString() });
    expect(await refused(first)).toBe('invitations.link_unknown');
    await accept(await tokenFor(email));
  });

  it('is not sent twice within a minute', async () => {
    const { id } = await invite();
    const caller = await world.as(greenfield.schoolAdmin);
    const send = { params: { id } };
    expect(await world.refusal(caller, invitationEndpoints.resend, send)).toMatchObject({
      status: 429,
      code: 'invitations.sent_just_now',
    });
    world.clock.advance(minute);
    await world.call(await world.as(greenfield.schoolAdmin), invitationEndpoints.resend, send);
  });

  it('opens nothing any more once it was taken back', async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const token = await tokenFor(email);
    const caller = await world.as(greenfield.schoolAdmin);
    await world.call(caller, invitationEndpoints.revoke, { params: { id } });
    expect(await refused(token)).toBe('invitations.revoked');
    expect(await world.refusal(caller, invitationEndpoints.revoke, { params: { id } })).toMatchObject({
      code: 'invitations.not_found',
    });
    // The address is free for another one.
    await invite(email);
  });

  it('for an address that is invited already is not another one', async () => {
    const { email } = await invite();
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { email, role: 'teacher' } as const;
    const { code, errors } = await world.refusal(caller, invitationEndpoints.invite, { body });
    expect(code).toBe('invitations.already_invited');
    expect(Object.keys(errors)).toEqual(['email']);
    await invite(email, 'teacher', riverside.schoolAdmin);
  });

  it('says where somebody has an account already, before and after it was sent', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { email: 'teacher@greenfield.test', role: 'teacher' } as const;
    expect(await world.refusal(caller, invitationEndpoints.invite, { body })).toMatchObject({
      code: 'members.email_taken',
      errors: { email: ['Somebody here has this email address already.'] },
    });
    const { email } = await invite();
    const token = await tokenFor(email);
    await makeMember(world.context, greenfield.tenant, { role: 'teacher', email });
    expect(await refused(token)).toBe('invitations.has_account');
  });

  it('gives no role above that of whoever invites', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { email: newEmail(), role: 'organization_admin' } as const;
    expect(await world.refusal(caller, invitationEndpoints.invite, { body })).toMatchObject({
      status: 403,
      code: 'members.role_not_yours',
    });
  });

  it('of somebody who was archived opens nothing any more', async () => {
    const admin = await makeMember(world.context, greenfield.tenant, {
      role: 'school_admin',
      email: newEmail(),
      password: 'Test-password-1',
    });
    const email = newEmail();
    await invite(email, 'school_admin', admin);
    const token = await tokenFor(email);
    await world.call(await world.as(greenfield.schoolAdmin), memberEndpoints.archive, {
      params: { userId: admin.id },
    });
    expect(await refused(token)).toBe('invitations.revoked');
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ new_password: 'short' }, 'new_password', 'The password needs at least 12 characters.'],
  ])('is not used up by %j', async (wrong, field, text) => {
    const { email } = await invite();
    const token = await tokenFor(email);
    const body = { token, ...chosen, ...wrong };
    expect(await world.refusal(visitor(), invitationEndpoints.accept, { body })).toMatchObject({
      status: 400,
      errors: { [field]: [text] },
    });
    await accept(token);
  });
});

describe('the invitation of an account that an administrator made', () => {
  it('keeps the name that was given, as it is confirmed by who it is for', async () => {
    const email = newEmail();
    const caller = await world.as(greenfield.schoolAdmin);
    const { id } = await world.call(caller, memberEndpoints.create, {
      body: { first_name: 'Ida', last_name: 'Berg', email, country: 'NO' },
    });
    expect((await open()).find((row) => row.email === email)).toMatchObject({
      kind: 'account',
      name: 'Ida Berg',
    });
    const token = await tokenFor(email);
    const invitation = await world.call(visitor(), invitationEndpoints.check, { body: { token } });
    expect(invitation).toMatchObject({ first_name: 'Ida', last_name: 'Berg' });
    const session = await accept(token);
    expect(session.user).toMatchObject({ id, first_name: 'Nora', country: 'NO', role: 'teacher' });
  });

  it('takes the place of one that was sent to the address before', async () => {
    const email = newEmail();
    await invite(email);
    const first = await tokenFor(email);
    await world.call(await world.as(greenfield.schoolAdmin), memberEndpoints.create, {
      body: { first_name: 'Ida', last_name: 'Berg', email, country: 'NO' },
    });
    expect(await refused(first)).toBe('invitations.revoked');
    await accept(await tokenFor(email));
  });
});

describe('the links of invitations', () => {
  it('stand nowhere but in the email', async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    await accept(token);
    const { rows } = await world.testDatabase.administrator.query<{ found: string }>(
      `select 'invitations' as found from invitations t where t::text like $1
       union all select 'audit_entries' from audit_entries t where t::text like $1
       union all select 'email_messages' from email_messages t where t::text like $1
       union all select 'idempotency_keys' from idempotency_keys t where t::text like $1`,
      [`%${token}%`],
    );
    expect(rows).toEqual([]);
  });

  it('cannot be tried out: after many that nobody has it is enough for a while', async () => {
    const guess = async () =>
      (
        await world.refusal(visitor(riverside.host), invitationEndpoints.check, {
          body: { token: 'x'.repeat(43) },
        })
      ).code;
    const codes = [];
    for (let tries = 0; tries < 101; tries += 1) codes.push(await guess());
    expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 'invitations.link_unknown'));
    expect(codes.at(-1)).toBe('request.too_many');
    // One that was really sent opens all the same: a prankster keeps nobody out.
    const { email } = await invite(newEmail(), 'teacher', riverside.schoolAdmin);
    await accept(await tokenFor(email), riverside.host);
    world.clock.advance(10 * minute);
    expect(await guess()).toBe('invitations.link_unknown');
  });

  it('are listed with who sent them, to those who may take them back', async () => {
    const { id } = await invite();
    expect((await open()).find((row) => row.id === id)).toMatchObject({
      kind: 'join',
      name: null,
      invited_by: { first_name: 'admin', last_name: 'greenfield' },
    });
    expect((await open(riverside.schoolAdmin)).map((row) => row.id)).not.toContain(id);
    const page = await world.call(await world.as(greenfield.schoolAdmin), invitationEndpoints.list, {
      query: { limit: 1 },
    });
    expect(page.results).toHaveLength(1);
    expect(page.next).toBe('?limit=1&offset=1');
  });
});
