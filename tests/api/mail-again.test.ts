import { describe, expect, it } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { mailEndpoints } from '#contract/mail/mail.endpoints.ts';
import { letterStates } from '#contract/mail/mail.schema.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { MailError } from '#server/platform/mail.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { TestSchool } from '../support/api-world.ts';
import { mailboxOfFile, mailSenderOf, tokenIn } from '../support/mailbox.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

const adminOf = (school: TestSchool) => world.as(school.schoolAdmin);

async function lettersOf(school: TestSchool, query: object = {}) {
  return await world.call(await adminOf(school), mailEndpoints.list, { query: { limit: 100, ...query } });
}

async function letterTo(email: string, school = greenfield) {
  const { results } = await lettersOf(school);
  const letter = results.find(({ to_address }) => to_address === email);
  if (!letter) throw new Error(`There is no letter to ${email}`);
  return letter;
}

async function invite(school = greenfield, email = mail.newEmail()) {
  const body = { email, role: 'teacher' } as const;
  await world.call(await adminOf(school), invitationEndpoints.invite, { body });
  await mail.sender.sendDue();
  return email;
}

async function again(id: string, school = greenfield) {
  return await world.call(await adminOf(school), mailEndpoints.again, { params: { id } });
}

async function refused(id: string, school = greenfield) {
  return await world.refusal(await adminOf(school), mailEndpoints.again, { params: { id } });
}

const visitor = { host: 'greenfield.localhost', access: null };

describe('the letters of a school', () => {
  it('are listed with what became of them, the newest first, and none of another school', async () => {
    const ours = await invite();
    world.clock.advance(minute);
    const theirs = await invite(riverside);
    world.clock.advance(minute);
    const later = await invite();
    const { results, count } = await lettersOf(greenfield);
    expect(results.map(({ to_address }) => to_address)).toEqual([later, ours]);
    expect(count).toBe(2);
    expect((await lettersOf(riverside)).results.map(({ to_address }) => to_address)).toEqual([theirs]);
    expect(results[0]).toMatchObject({
      kind: 'members.invitation',
      subject: 'greenfield school invites you',
      state: 'sent',
      cause: null,
      said: null,
      attempts: 1,
      written_at: world.clock.now().toISOString(),
      ended_at: world.clock.now().toISOString(),
      may_again: true,
    });
    // What stands in a letter opens an account, so nothing of it is answered.
    expect(JSON.stringify(results)).not.toMatch(/token|content/u);
  });

  it('that nobody took say why', async () => {
    const deferring = mailSenderOf(world, {
      send: () => Promise.reject(new MailError('451 not now', false)),
    });
    const email = mail.newEmail();
    await world.call(await adminOf(greenfield), invitationEndpoints.invite, {
      body: { email, role: 'teacher' },
    });
    await deferring.sendDue();
    expect(await letterTo(email)).toMatchObject({
      state: 'waiting',
      cause: null,
      said: '451 not now',
      attempts: 1,
      ended_at: null,
    });
    world.clock.advance(30 * minute);
    await mailSenderOf(world, {
      send: () => Promise.reject(new MailError('550 5.1.1 nobody', true, '5.1.1')),
    }).sendDue();
    expect(await letterTo(email)).toMatchObject({
      state: 'failed',
      cause: 'address_unknown',
      said: '550 5.1.1 nobody',
      attempts: 2,
    });
  });

  it('are found by state and by words, in pages', async () => {
    const all = await lettersOf(greenfield);
    const failed = await lettersOf(greenfield, { state: 'failed' });
    expect(failed.results.map(({ state }) => state)).toEqual(['failed']);
    for (const state of letterStates) {
      const { results } = await lettersOf(greenfield, { state });
      expect(results).toEqual(all.results.filter((letter) => letter.state === state));
    }
    for (const search of ['', 'e']) {
      const before = await lettersOf(greenfield, { search });
      expect(before.count).toBeGreaterThan(1);
      const pages = await pagesByKey(
        (place) => lettersOf(greenfield, { search, limit: 1, ...place }),
        async () => {
          world.clock.advance(minute);
          await invite();
        },
      );
      expect(pages.flat()).toEqual(before.results);
      for (const after of madeUpPlaces)
        expect(
          await world.refusal(await adminOf(greenfield), mailEndpoints.list, { query: { search, after } }),
        ).toMatchObject({ status: 400, errors: { after: expect.any(Array) } });
    }
    const [wanted] = all.results;
    const found = await lettersOf(greenfield, {
      search: wanted?.to_address.toUpperCase() ?? '',
      state: wanted?.state,
    });
    expect(found.results).toEqual([wanted]);
    expect(await lettersOf(riverside, { search: wanted?.to_address ?? '' })).toMatchObject({ count: 0 });
    expect(await lettersOf(greenfield, { search: 'nobody is called like this' })).toMatchObject({ count: 0 });
  });

  it('to families show and find no address', async () => {
    const email = 'hidden.parent@example.org';
    await makeMember(world.context, greenfield.tenant, { role: 'parent', first_name: 'Łucja', email });
    await world.call(visitor, passwordEndpoints.askReset, { body: { email } });
    const { results } = await lettersOf(greenfield, { search: 'łucja' });
    expect(results).toMatchObject([{ to_address: 'h…t@example.org', kind: 'passwords.reset_link' }]);
    expect(await lettersOf(greenfield, { search: 'hidden' })).toMatchObject({ count: 0 });
    expect(JSON.stringify(await lettersOf(greenfield))).not.toContain(email);
  });
});

describe('a letter that is sent again', () => {
  it('has a new link, and the link of the earlier one is dead', async () => {
    const email = await invite();
    const letter = await letterTo(email);
    const first = tokenIn(mail.mailbox.lastTo(email));
    world.clock.advance(2 * minute);
    const sent = await again(letter.id);
    expect(sent).toMatchObject({ kind: letter.kind, to_address: email, state: 'waiting', attempts: 0 });
    expect(sent.id).not.toBe(letter.id);
    await mail.sender.sendDue();
    const second = tokenIn(mail.mailbox.lastTo(email));
    const check = (token: string) => world.refusal(visitor, invitationEndpoints.check, { body: { token } });
    expect(await check(first)).toMatchObject({ code: 'invitations.link_unknown' });
    expect(await world.call(visitor, invitationEndpoints.check, { body: { token: second } })).toMatchObject({
      email,
    });
    expect(await letterTo(email)).toMatchObject({ id: sent.id, state: 'sent' });
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string; actor_id: string }>(
      "select tenant_id, actor_id from audit_entries where action = 'mail.sent_again'",
    );
    expect(rows).toEqual([{ tenant_id: greenfield.tenant.id, actor_id: greenfield.schoolAdmin.id }]);
  });

  it('is replaced where the earlier one still waits', async () => {
    const email = mail.newEmail();
    await world.call(await adminOf(greenfield), invitationEndpoints.invite, {
      body: { email, role: 'teacher' },
    });
    const waiting = await letterTo(email);
    world.clock.advance(2 * minute);
    await again(waiting.id);
    await mail.sender.sendDue();
    expect(mail.mailbox.mails.filter(({ to }) => to.address === email)).toHaveLength(1);
    const replaced = await lettersOf(greenfield, { state: 'replaced', search: email });
    expect(replaced.results).toMatchObject([{ id: waiting.id, may_again: false }]);
  });

  it('to choose a password ends the link before', async () => {
    const member = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      first_name: 'Oyelaran',
      email: mail.newEmail(),
    });
    await world.call(visitor, passwordEndpoints.askReset, { body: { email: member.email } });
    await mail.sender.sendDue();
    const first = tokenIn(mail.mailbox.lastTo(member.email));
    const { results } = await lettersOf(greenfield, { search: 'oyelaran' });
    world.clock.advance(2 * minute);
    await again(results[0]?.id ?? '');
    await mail.sender.sendDue();
    const second = tokenIn(mail.mailbox.lastTo(member.email));
    expect(second).not.toBe(first);
    expect(
      await world.refusal(visitor, passwordEndpoints.checkReset, { body: { token: first } }),
    ).toMatchObject({
      code: 'passwords.link_refused',
    });
    expect(
      await world.call(visitor, passwordEndpoints.checkReset, { body: { token: second } }),
    ).toMatchObject({
      email: member.email,
    });
  });

  it('to confirm an address ends the link before', async () => {
    const member = await makeMember(world.context, greenfield.tenant, { role: 'teacher' });
    const email = mail.newEmail();
    await world.call(await adminOf(greenfield), memberEndpoints.update, {
      params: { userId: member.id },
      body: { email },
    });
    await mail.sender.sendDue();
    const first = tokenIn(mail.mailbox.lastTo(email));
    world.clock.advance(2 * minute);
    await again((await letterTo(email)).id);
    await mail.sender.sendDue();
    const second = tokenIn(mail.mailbox.lastTo(email));
    expect(
      await world.refusal(visitor, memberEndpoints.confirmEmail, { body: { token: first } }),
    ).toMatchObject({ code: 'members.email_link_refused' });
    expect(await world.call(visitor, memberEndpoints.confirmEmail, { body: { token: second } })).toEqual({
      email,
    });
    // There is nothing left to confirm.
    world.clock.advance(2 * minute);
    expect(await refused((await letterTo(email)).id)).toMatchObject({ status: 409, code: 'mail.not_again' });
  });

  it('within a minute waits', async () => {
    const letter = await letterTo(await invite());
    expect(await refused(letter.id)).toMatchObject({ status: 429, code: 'mail.sent_just_now' });
    world.clock.advance(minute);
    await again(letter.id);
    expect(await refused(letter.id)).toMatchObject({ status: 429, code: 'mail.sent_just_now' });
  });

  it('has to have a link that still counts', async () => {
    const email = await invite();
    const letter = await letterTo(email);
    const token = tokenIn(mail.mailbox.lastTo(email));
    const chosen = { first_name: 'Nora', last_name: 'Lind', new_password: 'three-words-in-a-row' };
    await world.call(visitor, invitationEndpoints.accept, { body: { token, ...chosen } });
    world.clock.advance(2 * minute);
    expect(await refused(letter.id)).toMatchObject({ status: 409, code: 'mail.not_again' });
    await world.testDatabase.administrator.query(
      "update email_messages set kind = 'passwords.changed', subject_id = null where id = $1",
      [letter.id],
    );
    expect(await refused(letter.id)).toMatchObject({ status: 409, code: 'mail.not_again' });
  });

  it('goes to no address that is not written to', async () => {
    const email = await invite();
    const letter = await letterTo(email);
    world.clock.advance(2 * minute);
    await mailSenderOf(world, {
      send: () => Promise.reject(new MailError('550 nobody', true)),
    }).sendDue();
    await again(letter.id);
    await mailSenderOf(world, {
      send: () => Promise.reject(new MailError('550 nobody', true)),
    }).sendDue();
    world.clock.advance(2 * minute);
    expect(await refused(letter.id)).toMatchObject({ status: 409, code: 'mail.suppressed' });
  });

  it('goes again where the mail server refused us and not the address', async () => {
    const email = await invite();
    const letter = await letterTo(email);
    world.clock.advance(2 * minute);
    await again(letter.id);
    await mailSenderOf(world, {
      send: () => Promise.reject(new MailError('554 5.7.1 Relay access denied', true, '5.7.1')),
    }).sendDue();
    expect(await letterTo(email)).toMatchObject({ state: 'failed', cause: 'not_accepted' });
    world.clock.advance(2 * minute);
    expect(await again(letter.id)).toMatchObject({ state: 'waiting' });
  });

  it('is one of the own school', async () => {
    const letter = await letterTo(await invite(riverside), riverside);
    world.clock.advance(2 * minute);
    expect(await refused(letter.id)).toMatchObject({ status: 404, code: 'mail.not_found' });
    expect(await refused(crypto.randomUUID())).toMatchObject({ status: 404, code: 'mail.not_found' });
    expect(await again(letter.id, riverside)).toMatchObject({ state: 'waiting' });
  });
});
