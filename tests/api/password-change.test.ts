import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeMember, type MadeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox, type MailSender } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const old_password = 'Test-password-1';
const new_password = 'four little words here';

const { world, greenfield, riverside } = worldOfFile();
let person: MadeMember;
let mailbox: TestMailbox;
let sender: MailSender;

beforeAll(async () => {
  mailbox = new TestMailbox();
  sender = mailSenderOf(world, mailbox);
});

beforeEach(async () => {
  person = await makeMember(world.context, greenfield.tenant, { role: 'teacher', password: old_password });
});

const signIn = (password = old_password) => world.signIn(greenfield.host, person.email, password);
const change = (caller: Caller, body: { old_password: string; new_password: string }) =>
  world.call(caller, passwordEndpoints.change, { body });
const refusal = (caller: Caller, body: { old_password: string; new_password: string }) =>
  world.refusal(caller, passwordEndpoints.change, { body });
const statusOf = async (caller: Caller) => (await world.request(caller, 'GET', '/api/user/profile/')).status;

describe('whoever knows the old password', () => {
  it('chooses a new one, goes on here and nowhere else, and is told by email', async () => {
    const [here, elsewhere] = [await signIn(), await signIn()];
    await change(here, { old_password, new_password });
    expect(await statusOf(here)).toBe(200);
    expect(await statusOf(elsewhere)).toBe(401);
    await expect(signIn()).rejects.toThrow('401');
    await signIn(new_password);
    await sender.sendDue();
    expect(mailbox.lastTo(person.email).subject).toBe('Your password was changed');
    const { rows } = await world.testDatabase.administrator.query<{ entry: string }>(
      "select entry::text as entry from audit_entries as entry where action = 'passwords.changed'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.entry).not.toContain(new_password);
  });

  it('is asked for one that is hard to guess', async () => {
    expect(await refusal(await signIn(), { old_password, new_password: 'short' })).toMatchObject({
      status: 400,
      errors: { new_password: ['The password needs at least 12 characters.'] },
    });
  });
});

describe('whoever found a device that somebody is signed in on', () => {
  it('does not get the password, and is heard no more after ten tries', async () => {
    const caller = await signIn();
    const wrong = { old_password: 'not-the-password', new_password };
    for (let guess = 1; guess <= 10; guess += 1) {
      expect(await refusal(caller, wrong)).toMatchObject({
        status: 400,
        code: 'passwords.wrong_old_password',
        errors: { old_password: ['This is not your password.'] },
      });
    }
    expect(await refusal(caller, { old_password, new_password })).toMatchObject({ status: 429 });
    world.clock.advance(11 * 60 * 1000);
    await signIn();
  });

  it('changes nobody’s in the other school', async () => {
    const theirs = await makeMember(world.context, riverside.tenant, {
      role: 'teacher',
      email: person.email,
      password: old_password,
    });
    await change(await signIn(), { old_password, new_password });
    const there = await world.signIn(riverside.host, theirs.email, old_password);
    expect(there.user_id).toBe(theirs.id);
  });
});

describe('those without a password of their own', () => {
  it('are children, whose teachers look after it, and guests', async () => {
    const child = await world.as(greenfield.student);
    expect(await refusal(child, { old_password, new_password })).toMatchObject({ status: 403 });
    const home = await world.signIn(world.organization.host, world.organization.admin.email);
    const { token } = await world.call(home, visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id },
    });
    const { access } = await world.call({ host: greenfield.host, access: null }, visitEndpoints.redeem, {
      body: { token },
    });
    expect(await refusal({ host: greenfield.host, access }, { old_password, new_password })).toMatchObject({
      status: 409,
      code: 'passwords.no_password',
    });
  });
});
