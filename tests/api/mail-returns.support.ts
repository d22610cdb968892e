import { afterAll, afterEach, beforeAll } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { type MailTransport, smtpTransport } from '#server/platform/mail.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { multipartOf, type RawAnswer, type TestSchool } from '../support/api-world.ts';
import { type MailSender, mailSenderOf } from '../support/mailbox.ts';
import { openMailPeer, type Taken } from '../support/returns.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const mailReturnsKey = 'a-key-of-the-mail-server-alone';

export interface LetterRow {
  state: string;
  cause: string | null;
  has_content: boolean;
  events: { kind: string; detail: string }[];
}

export const unknown = { action: 'failed', status: '5.1.1', said: '550 5.1.1 user unknown' } as const;

/** Two schools, and a mail server that sends letters back. A world of its own for each test file. */
export function returnsOfFile() {
  const { world, greenfield, riverside } = worldOfFile({ mailReturnsKey });

  /** Filled by the set-up. */
  const mail = {} as {
    peer: Awaited<ReturnType<typeof openMailPeer>>;
    transport: MailTransport;
    sender: MailSender;
  };
  let made = 0;

  beforeAll(async () => {
    mail.peer = await openMailPeer();
    mail.transport = smtpTransport(mail.peer.url);
    mail.sender = mailSenderOf(world, mail.transport, { takesReturns: true });
  });

  afterAll(async () => {
    mail.transport.close?.();
    await mail.peer.close();
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
    await mail.sender.sendDue();
    const letter = mail.peer.taken.findLast(({ to }) => to === email);
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

  async function somebody(email: string) {
    return await makeMember(world.context, greenfield.tenant, { role: 'teacher', email });
  }

  return { world, greenfield, riverside, mail, newAddress, invite, lettersTo, sent, handIn, somebody };
}
