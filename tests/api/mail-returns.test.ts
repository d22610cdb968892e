import { describe, expect, it } from 'vitest';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { mailKey, openShown } from '#server/modules/mail/mail.outbox.ts';
import { returnAddress } from '#server/modules/mail/return-address.ts';
import { complaintAbout, deliveryReport, type Taken } from '../support/returns.ts';
import { testSecretKey } from '../support/test-database.ts';
import { day, minute, returnsOfFile, unknown } from './mail-returns.support.ts';

const { world, greenfield, riverside, mail, newAddress, invite, lettersTo, sent, handIn, somebody } =
  returnsOfFile();

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
    await mail.sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([
      { state: 'failed', cause: 'address_unknown', has_content: false, events: [{ kind: 'failed' }] },
    ]);
    expect(await toldOf(email)).toMatch(
      /^Email to this address came back on \d+ \w+: the mail server does not know this address\. Please check/u,
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
      await mail.sender.sendDue();
      world.clock.advance(20 * minute);
    }
    const [letter] = await lettersTo(email);
    expect(letter).toMatchObject({ state: 'waiting', cause: null, has_content: true });
    expect(letter?.events.map(({ kind }) => kind)).toEqual(['deferred']);
    expect(letter?.events[0]?.detail).toContain('451 4.2.1 not now');
    expect(mail.peer.asked.filter((to) => to === email).length).toBeGreaterThan(2);
    expect(await toldOf(email)).toBeNull();
  });

  it('hangs up on is not lost', async () => {
    const email = newAddress('dies');
    await invite(email);
    await mail.sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([{ state: 'waiting', has_content: true }]);
  });

  it('never saw in time fails, and nothing is wrong with its address', async () => {
    const email = newAddress();
    await world.call({ host: greenfield.host, access: null }, passwordEndpoints.askReset, {
      body: { email: (await somebody(email)).email },
    });
    world.clock.advance(2 * 60 * minute);
    await mail.sender.sendDue();
    expect(await lettersTo(email)).toMatchObject([{ state: 'failed', cause: 'too_late' }]);
    expect(await toldOf(email)).toBeNull();
  });
});

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
    expect(await toldOf(letter.to)).toBe('The reader of this address asked for no more email from here.');
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
    await mail.sender.sendDue();
    await handIn(early);
    expect(await lettersTo(email)).toMatchObject([{ state: 'bounced' }]);
  });
});

/** Somebody who is at Greenfield gets a letter. */
async function sentAgain(email: string): Promise<Taken> {
  const visitor = { host: greenfield.host, access: null };
  await world.call(visitor, passwordEndpoints.askReset, { body: { email } });
  await mail.sender.sendDue();
  const letter = mail.peer.taken.findLast(({ to }) => to === email);
  if (!letter) throw new Error(`Nothing was sent to ${email}`);
  return letter;
}

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
