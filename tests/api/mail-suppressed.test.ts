import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { returnAddress } from '#server/modules/mail/return-address.ts';
import { multipartOf } from '../support/api-world.ts';
import { refuseRegistration } from '../support/registrations.ts';
import { deliveryReport, holidayAnswer } from '../support/returns.ts';
import { testSecretKey } from '../support/test-database.ts';
import { mailReturnsKey, minute, returnsOfFile, unknown } from './mail-returns.support.ts';

const { world, greenfield, riverside, mail, newAddress, invite, lettersTo, sent, handIn, somebody } =
  returnsOfFile();

describe('a return', () => {
  const everything = async () => {
    const { rows } = await world.testDatabase.administrator.query<{ row: string }>(
      `select m::text as row from email_messages m union all select e::text from email_events e
       union all select s::text from mail_suppressions s order by 1`,
    );
    return rows;
  };

  it('that does not carry our signature changes nothing, in no school', async () => {
    const letter = await sent();
    const other = await sent(newAddress(), riverside);
    const [, theirs = ''] = /\.([0-9a-f]+)@/u.exec(other.from) ?? [];
    const forged = [
      letter.from.replace(/\.[0-9a-f]+@/u, `.${'0'.repeat(20)}@`),
      letter.from.replace(/\.[0-9a-f]+@/u, `.${theirs}@`),
      letter.from.replace(/\.[0-9a-f]+@/u, '@'),
      'no-reply@quillshelf.test',
      returnAddress(testSecretKey, greenfield.tenant.id, 'quillshelf.test'),
    ];
    const before = await everything();
    for (const address of forged)
      expect(await handIn(deliveryReport(address, unknown, letter.to))).toMatchObject({ status: 200 });
    expect(await everything()).toEqual(before);
  });

  it('that reports no failure changes nothing', async () => {
    const letter = await sent();
    const before = await everything();
    const delivered = { action: 'delivered', status: '2.0.0', said: '250 fine' } as const;
    for (const message of [
      deliveryReport(letter.from, delivered),
      holidayAnswer(letter.from),
      `To: ${letter.from}\r\n\r\n`,
      `To: ${letter.from}\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x`,
      new Blob([new Uint8Array(1000).fill(255)]),
      new Blob([]),
    ])
      expect((await handIn(message)).status).toBeLessThan(500);
    expect(await everything()).toEqual(before);
  });

  it('is taken with the key alone, of at most 256 kB, as a file or as a text', async () => {
    const letter = await sent();
    const report = deliveryReport(letter.from, unknown);
    const before = await everything();
    for (const key of [null, '', 'another-key-of-24-letters-', randomUUID()])
      expect(await handIn(report, key)).toMatchObject({ status: 401, body: { code: 'mail.key_refused' } });
    const large = new Blob([report, ' '.repeat(256 * 1024)]);
    expect(await handIn(large)).toMatchObject({ status: 413 });
    const { payload, type } = await multipartOf({ other: 'x' });
    const nothing = { payload, headers: { 'content-type': type } };
    const caller = { host: 'localhost', access: mailReturnsKey };
    expect(await world.request(caller, 'POST', '/api/mail/returns/', nothing)).toMatchObject({ status: 400 });
    expect(
      await world.request(caller, 'POST', '/api/mail/returns/', { body: { message: report } }),
    ).toMatchObject({ status: 415 });
    expect(await everything()).toEqual(before);
    expect(await handIn(new Blob([report]))).toMatchObject({ status: 200 });
    expect(await lettersTo(letter.to)).toMatchObject([{ state: 'bounced' }]);
  });
});

describe('an address that is not written to', () => {
  async function deadAddress(): Promise<string> {
    const letter = await sent();
    await handIn(deliveryReport(letter.from, unknown));
    return letter.to;
  }

  it('gets no letter of either school that was on its way, and that stays to be seen', async () => {
    const email = newAddress();
    const first = await sent(email);
    await invite(email, riverside);
    await handIn(deliveryReport(first.from, unknown));
    const asked = mail.peer.asked.length;
    await mail.sender.sendDue();
    expect(mail.peer.asked).toHaveLength(asked);
    expect(await lettersTo(email)).toMatchObject([
      { state: 'bounced' },
      { state: 'suppressed', cause: 'stopped', has_content: false, events: [{ kind: 'suppressed' }] },
    ]);
  });

  it('is told to whoever types it: inviting, adding, changing, sending again, a school, a visitor', async () => {
    const email = await deadAddress();
    world.clock.advance(2 * minute);
    const admin = await world.as(greenfield.schoolAdmin);
    const field = { status: 409, code: 'mail.suppressed' };
    const at = (name: string) => ({ ...field, errors: { [name]: [expect.stringMatching(/came back on/u)] } });
    const person = { first_name: 'Ana', last_name: 'Ruiz', email, country: 'ES', role: 'teacher' } as const;
    expect(await world.refusal(admin, memberEndpoints.create, { body: person })).toMatchObject(at('email'));
    const member = await somebody(newAddress());
    const params = { userId: member.id };
    expect(await world.refusal(admin, memberEndpoints.update, { params, body: { email } })).toMatchObject(
      at('email'),
    );
    const visitor = { host: greenfield.host, access: null };
    expect(
      await world.refusal(visitor, offerEndpoints.ask, { body: { name: 'Ana', email, is_adult: true } }),
    ).toMatchObject(at('email'));
    const organizer = await world.as(world.organization.admin);
    expect(await world.refusal(organizer, affiliationEndpoints.invite, { body: { email } })).toMatchObject(
      at('email'),
    );
    expect(await refuseRegistration(world, { school_email: email })).toMatchObject(at('school_email'));
    const invitations = await world.call(admin, invitationEndpoints.list, { query: {} });
    const open = invitations.results.find((each) => each.email === email);
    expect(
      await world.refusal(admin, invitationEndpoints.resend, { params: { id: open?.id ?? '' } }),
    ).toMatchObject(field);
  });

  it('is not told to who asks for a password, as that would say who is here', async () => {
    const email = await deadAddress();
    await somebody(email);
    const visitor = { host: greenfield.host, access: null };
    const mine = await world.call(visitor, passwordEndpoints.askReset, { body: { email } });
    const nobodys = await world.call(visitor, passwordEndpoints.askReset, { body: { email: newAddress() } });
    expect(mine).toEqual(nobodys);
    await mail.sender.sendDue();
    expect((await lettersTo(email)).map(({ state }) => state)).toEqual(['bounced', 'suppressed']);
  });
});

describe('a newer letter', () => {
  it('takes the place of an earlier one with its link that still waits, in its own school alone', async () => {
    const email = newAddress('deferred');
    const { id } = await invite(email);
    await invite(email, riverside);
    await mail.sender.sendDue();
    world.clock.advance(2 * minute);
    const admin = await world.as(greenfield.schoolAdmin);
    await world.call(admin, invitationEndpoints.resend, { params: { id } });
    expect((await lettersTo(email)).map(({ state }) => state)).toEqual(['replaced', 'waiting', 'waiting']);
    expect((await lettersTo(email))[0]).toMatchObject({ has_content: false });
    const asked = mail.peer.asked.length;
    world.clock.advance(20 * minute);
    await mail.sender.sendDue();
    expect(mail.peer.asked.length - asked).toBe(2);
  });
});
