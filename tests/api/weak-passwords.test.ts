import { describe, expect, it } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { weakPasswords } from '#contract/kit/weak-passwords.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

const strong = 'four little words here';
const visitor = (host = greenfield.host) => ({ host, access: null });

/** Passwords that are refused for somebody of this school with this address, each with what is said at the field. */
const weakOnes = (email: string) => [
  ['password1234', weakPasswords.common],
  ['Qwertyuiop12', weakPasswords.common],
  [email, weakPasswords.own],
  ['greenfield school', weakPasswords.own],
  ['Greenfield-2026', weakPasswords.own],
];

const refusalOf = (words: string) => ({
  status: 400,
  code: 'request.invalid',
  errors: { new_password: [words] },
});

async function linkFor(email: string, host = greenfield.host): Promise<string> {
  await world.call(visitor(host), passwordEndpoints.askReset, { body: { email } });
  await mail.sender.sendDue();
  return tokenIn(mail.mailbox.lastTo(email));
}

describe('a password that is easy to guess', () => {
  it('is refused where somebody changes it; the old one and the sessions stay', async () => {
    const { email } = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      email: 'nora.lindqvist@greenfield.test',
      password: strong,
    });
    const caller = await world.signIn(greenfield.host, email, strong);
    for (const [new_password = '', words = ''] of weakOnes(email)) {
      const body = { old_password: strong, new_password };
      expect(await world.refusal(caller, passwordEndpoints.change, { body })).toMatchObject(refusalOf(words));
    }
    await world.signIn(greenfield.host, email, strong);
    await world.call(caller, passwordEndpoints.change, {
      body: { old_password: strong, new_password: 'trombone lettuce window' },
    });
  });

  it('is refused where somebody follows a link; the link is good for another one', async () => {
    const { email } = greenfield.otherTeacher;
    const token = await linkFor(email);
    for (const [new_password = '', words = ''] of weakOnes(email)) {
      const body = { token, new_password };
      expect(await world.refusal(visitor(), passwordEndpoints.reset, { body })).toMatchObject(
        refusalOf(words),
      );
    }
    await world.call(visitor(), passwordEndpoints.reset, { body: { token, new_password: strong } });
    await world.signIn(greenfield.host, email, strong);
  });

  it('is refused where somebody takes an invitation; the invitation stays open', async () => {
    const email = mail.newEmail();
    await world.call(await world.as(greenfield.schoolAdmin), invitationEndpoints.invite, {
      body: { email, role: 'teacher' },
    });
    await mail.sender.sendDue();
    const [, token = ''] =
      /\/accept-invitation\/#token=([\w-]{43})/u.exec(mail.mailbox.lastTo(email).text) ?? [];
    const accept = { token, first_name: 'Nora', last_name: 'Lindqvist' };
    for (const [new_password = '', words = ''] of [
      ...weakOnes(email),
      ['Nora-Lindqvist-1', weakPasswords.own],
    ]) {
      const body = { ...accept, new_password };
      expect(await world.refusal(visitor(), invitationEndpoints.accept, { body })).toMatchObject(
        refusalOf(words),
      );
    }
    await world.call(visitor(), invitationEndpoints.accept, { body: { ...accept, new_password: strong } });
  });

  it('is told nobody whose link is none, whatever they choose', async () => {
    const body = { token: 'A'.repeat(43), new_password: 'password1234' };
    expect(await world.refusal(visitor(), passwordEndpoints.reset, { body })).toMatchObject({ status: 410 });
  });

  it('of one school may be a good one at the other', async () => {
    const { email } = riverside.otherTeacher;
    const token = await linkFor(email, riverside.host);
    const body = { token, new_password: 'greenfield school' };
    expect(
      await world.refusal(visitor(riverside.host), passwordEndpoints.reset, {
        body: { token, new_password: 'riverside school' },
      }),
    ).toMatchObject(refusalOf(weakPasswords.own));
    await world.call(visitor(riverside.host), passwordEndpoints.reset, { body });
    await world.signIn(riverside.host, email, 'greenfield school');
  });
});
