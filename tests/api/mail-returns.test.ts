import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { mailKey, openShown } from '#server/modules/mail/mail.outbox.ts';
import { returnAddress } from '#server/modules/mail/return-address.ts';
import { smtpTransport, type MailTransport } from '#server/platform/mail.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { multipartOf, type RawAnswer, type TestSchool } from '../support/api-world.ts';
import { mailSenderOf, type MailSender } from '../support/mailbox.ts';
import { refuseRegistration } from '../support/registrations.ts';
import {
  complaintAbout,
  deliveryReport,
  holidayAnswer,
  openMailPeer,
  type Taken,
} from '../support/returns.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const mailReturnsKey = 'a-key-of-the-mail-server-alone';

const { world, greenfield, riverside } = worldOfFile({ mailReturnsKey });
let peer: Awaited<ReturnType<typeof openMailPeer>>;
let transport: MailTransport;
let sender: MailSender;
let made = 0;

beforeAll(async () => {
  peer = await openMailPeer();
  transport = smtpTransport(peer.url);
  sender = mailSenderOf(world, transport, { takesReturns: true });
});

afterAll(async () => {
  transport.close?.();
  await peer.close();
});

afterEach(() => {
  // Limits and pauses of other tests are nobody's here.
  world.clock.advance(day);
});

const newAddress = (name = 'taken', at = 'example.org') => `${name}-${(made += 1)}@${at}`;

async function invite(email: string, school: TestSchool = greenfield) {
  const caller = await world.as(school.schoolAdmin);
  return await world.call(caller, invitationEndpoints.invite, { body: { email, role: 'teacher' } });
}

interface LetterRow {
  state: string;
  cause: string | null;
  has_content: boolean;
  events: { kind: string; detail: string }[];
}

async function lettersTo(email: string): Promise<LetterRow[]> {
  const { rows } = await world.testDatabase.administrator.query<LetterRow>(
    `select state, cause, sealed_content is not null as has_content,
       array(select jsonb_build_object('kind', kind, 'detail', detail) from email_events as event
         where event.message_id = letter.id order by event.id) as events
     from email_messages as letter where to_address = $1 order by created_at, id`,
    [email],
  );
  return rows;
}

/** Sends somebody a letter; the mail server takes it. */
async function sent(email = newAddress(), school?: TestSchool): Promise<Taken> {
  await invite(email, school);
  await sender.sendDue();
  const letter = peer.taken.findLast(({ to }) => to === email);
  if (!letter) throw new Error(`Nothing was sent to ${email}`);
  return letter;
}

async function handIn(message: string | Blob, key: string | null = mailReturnsKey): Promise<RawAnswer> {
  const { payload, type } = await multipartOf({ message });
  return await world.request({ host: 'localhost', access: key }, 'POST', '/api/mail/returns/', {
    payload,
    headers: { 'content-type': type },
  });
}

const unknown = { action: 'failed', status: '5.1.1', said: '550 5.1.1 user unknown' } as const;
const full = { action: 'failed', status: '4.2.2', said: '452 4.2.2 mailbox full' } as const;

/** What somebody who types the address is told; null: nothing. */
async function toldOf(email: string): Promise<string | null> {
  const caller = await world.as(riverside.schoolAdmin);
  const answer = await world.request(caller, 'POST', '/api/v1/invitations/', {
    body: { email, role: 'teacher' },
  });
  if (answer.status === 200) return null;
  expect(answer).toMatchObject({ status: 409, body: { code: 'mail.suppressed' } });
  return (answer.body as { errors: { email: string[] } }).errors.email.join();
}

describe('a letter that a mail server', () => {
  it('takes is sent, and is returned to an address of its own', async () => {
    const letter = await sent();
    expect(letter.from).toMatch(/^bounce\+[0-9a-f]{32}\.[0-9a-f]{20}@quillshelf\.test$/u);
    expect(letter.from.split('@')[0]?.length).toBeLessThanOrEqual(64);
    expect(letter.raw).toMatch(/^From: greenfield school <no-reply@quillshelf\.test>/mu);
    expect(await lettersTo(letter.to)).toEqual([
      { state: 'sent', cause: null, has_content: false, events: [{ kind: 'sent', detail: '' }] },
    ]);
  });

  it('refuses for its address fails, and for thirty days nobody writes there', async () => {
    const email = newAddress('refused');
    await invite(email);
    await sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([
      { state: 'failed', cause: 'address_unknown', has_content: false, events: [{ kind: 'failed' }] },
    ]);
    expect(await toldOf(email)).toMatch(
      /^E-mail to this address came back on \d+ \w+: the mail server does not know this address\. Please check/u,
    );
    world.clock.advance(30 * day - minute);
    expect(await toldOf(email.toUpperCase())).not.toBeNull();
    world.clock.advance(minute);
    expect(await toldOf(email)).toBeNull();
  });

  it('defers waits and says so once, however often that is tried', async () => {
    const email = newAddress('deferred');
    await invite(email);
    for (let round = 0; round < 4; round += 1) {
      await sender.sendDue();
      world.clock.advance(20 * minute);
    }
    const [letter] = await lettersTo(email);
    expect(letter).toMatchObject({ state: 'waiting', cause: null, has_content: true });
    expect(letter?.events.map(({ kind }) => kind)).toEqual(['deferred']);
    expect(letter?.events[0]?.detail).toContain('451 4.2.1 not now');
    expect(peer.asked.filter((to) => to === email).length).toBeGreaterThan(2);
    expect(await toldOf(email)).toBeNull();
  });

  it('hangs up on is not lost', async () => {
    const email = newAddress('dies');
    await invite(email);
    await sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([{ state: 'waiting', has_content: true }]);
  });

  it('never saw in time fails, and nothing is wrong with its address', async () => {
    const email = newAddress();
    await world.call({ host: greenfield.host, access: null }, passwordEndpoints.askReset, {
      body: { email: (await somebody(email)).email },
    });
    world.clock.advance(2 * 60 * minute);
    await sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([{ state: 'failed', cause: 'too_late' }]);
    expect(await toldOf(email)).toBeNull();
  });
});

async function somebody(email: string) {
  return await makeMember(world.context, greenfield.tenant, { role: 'teacher', email });
}

describe('a letter that comes back', () => {
  it('for good is bounced, and nobody writes there until that is lifted', async () => {
    const letter = await sent();
    expect(await handIn(deliveryReport(letter.from, unknown))).toMatchObject({
      status: 200,
      body: { received: true },
    });
    const bounced = {
      state: 'bounced',
      cause: 'address_unknown',
      has_content: false,
      events: [
        { kind: 'sent', detail: '' },
        { kind: 'bounced', detail: '550 5.1.1 user unknown' },
      ],
    };
    expect(await lettersTo(letter.to)).toEqual([bounced]);
    world.clock.advance(400 * day);
    expect(await toldOf(letter.to)).not.toBeNull();
    // The address that the report names is not ours to judge.
    expect(await toldOf('somebody-else@school.test')).toBeNull();
    // Once more it says nothing new.
    await handIn(deliveryReport(letter.from, unknown));
    expect(await lettersTo(letter.to)).toEqual([bounced]);
  });

  it('because the mail server does not accept us bounces, and says nothing about its address', async () => {
    const denied = { action: 'failed', status: '5.7.1', said: '554 5.7.1 Relay access denied' } as const;
    const letter = await sent();
    await handIn(deliveryReport(letter.from, denied));
    expect(await lettersTo(letter.to)).toMatchObject([{ state: 'bounced', cause: 'not_accepted' }]);
    expect(await toldOf(letter.to)).toBeNull();
  });

  it('for now counts with the second within a week, for a week', async () => {
    const { email } = await somebody(newAddress());
    const comeBack = async () => handIn(deliveryReport((await sentAgain(email)).from, full));
    await comeBack();
    expect(await lettersTo(email)).toMatchObject([{ state: 'bounced', cause: 'mailbox_full' }]);
    // After more than a week it is the first one again.
    world.clock.advance(8 * day);
    await comeBack();
    world.clock.advance(6 * day);
    await comeBack();
    expect(await toldOf(email)).toMatch(/: the mailbox is full\. /u);
    world.clock.advance(7 * day - minute);
    expect(await toldOf(email)).not.toBeNull();
    world.clock.advance(minute);
    expect(await toldOf(email)).toBeNull();
  });

  it('late goes on, as it is only delayed', async () => {
    const letter = await sent();
    await handIn(
      deliveryReport(letter.from, { action: 'delayed', status: '4.4.1', said: '451 try again later' }),
    );
    expect(await lettersTo(letter.to)).toMatchObject([
      { state: 'sent', events: [{ kind: 'sent' }, { kind: 'delayed', detail: '451 try again later' }] },
    ]);
    expect(await toldOf(letter.to)).toBeNull();
  });

  it('as a complaint is the last one to its address', async () => {
    const letter = await sent();
    await handIn(complaintAbout(letter.from, 'not-spam'));
    expect(await lettersTo(letter.to)).toMatchObject([{ state: 'sent' }]);
    await handIn(complaintAbout(letter.from));
    expect(await lettersTo(letter.to)).toMatchObject([{ state: 'complained', cause: 'complaint' }]);
    expect(await toldOf(letter.to)).toBe('The reader of this address asked for no more e-mail from here.');
  });

  it('before it was written down that it went out is asked for again', async () => {
    const email = newAddress();
    await invite(email);
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from email_messages where to_address = $1',
      [email],
    );
    const early = deliveryReport(returnAddress(testSecretKey, rows[0]?.id ?? '', 'quillshelf.test'), unknown);
    expect(await handIn(early)).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    await sender.sendDue();
    await handIn(early);
    expect(await lettersTo(email)).toMatchObject([{ state: 'bounced' }]);
  });
});

/** Somebody who is at Greenfield gets a letter. */
async function sentAgain(email: string): Promise<Taken> {
  const visitor = { host: greenfield.host, access: null };
  await world.call(visitor, passwordEndpoints.askReset, { body: { email } });
  await sender.sendDue();
  const letter = peer.taken.findLast(({ to }) => to === email);
  if (!letter) throw new Error(`Nothing was sent to ${email}`);
  return letter;
}

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
    const asked = peer.asked.length;
    await sender.sendDue();
    expect(peer.asked).toHaveLength(asked);
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
    await sender.sendDue();
    expect((await lettersTo(email)).map(({ state }) => state)).toEqual(['bounced', 'suppressed']);
  });
});

describe('what is shown of a letter later', () => {
  it('is its words, made without the link that it carries', async () => {
    for (const school of [greenfield, riverside]) {
      const letter = await sent(newAddress(), school);
      const { rows } = await world.testDatabase.administrator.query<{ id: string; shown_letter: Buffer }>(
        'select id, shown_letter from email_messages where to_address = $1',
        [letter.to],
      );
      const { id = '', shown_letter = Buffer.alloc(0) } = rows[0] ?? {};
      const message = { tenant_id: school.tenant.id, id };
      const shown = openShown(mailKey(testSecretKey), shown_letter, message);
      expect(shown.paragraphs.join()).toContain(`invites you to ${school.tenant.school_name} as a teacher`);
      expect(shown.action).toBe('Accept the invitation');
      expect(letter.raw).toMatch(/token=3D/u);
      expect(JSON.stringify(shown)).not.toMatch(/https?:|token/u);
      expect(shown_letter.toString()).not.toContain('invites');
    }
  });
});

describe('a newer letter', () => {
  it('takes the place of an earlier one with its link that still waits, in its own school alone', async () => {
    const email = newAddress('deferred');
    const { id } = await invite(email);
    await invite(email, riverside);
    await sender.sendDue();
    world.clock.advance(2 * minute);
    const admin = await world.as(greenfield.schoolAdmin);
    await world.call(admin, invitationEndpoints.resend, { params: { id } });
    expect((await lettersTo(email)).map(({ state }) => state)).toEqual(['replaced', 'waiting', 'waiting']);
    expect((await lettersTo(email))[0]).toMatchObject({ has_content: false });
    const asked = peer.asked.length;
    world.clock.advance(20 * minute);
    await sender.sendDue();
    expect(peer.asked.length - asked).toBe(2);
  });
});
