import { mailTask } from '#server/modules/mail/mail.task.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import type { Database } from '#server/platform/database.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import type { MailTransport, OutgoingMail } from '#server/platform/mail.ts';
import { beforeEach } from 'vitest';
import type { ApiWorld } from './api-world.ts';
import { testSecretKey } from './test-database.ts';

/** Keeps every message that it is handed, in the order in which they came. */
export class TestMailbox implements MailTransport {
  readonly mails: OutgoingMail[] = [];

  async send(mail: OutgoingMail): Promise<void> {
    this.mails.push(mail);
  }

  /** What came last for an address. @throws Error when nothing did */
  lastTo(address: string): OutgoingMail {
    const mail = this.mails.findLast(({ to }) => to.address === address);
    if (!mail) throw new Error(`No email came for ${address}`);
    return mail;
  }
}

export interface Problems {
  heard: { reason: string; what: string }[];
}

/** A server's due work, of which e-mail is the only kind. */
export interface MailSender extends DueWork {
  /** Sends all that is due. @returns how many attempts were made, successful or not */
  sendDue(): Promise<number>;
}

/** A server's sender on the world's database, which sends when the test asks for it. */
export function mailSenderOf(
  { context, clock }: ApiWorld,
  transport: MailTransport,
  options: { database?: Database; problems?: Problems; takesReturns?: boolean } = {},
): MailSender {
  const database = options.database ?? context.database;
  const kind = mailTask({
    database,
    clock,
    secretKey: testSecretKey,
    transport,
    from: 'no-reply@quillshelf.test',
    takesReturns: options.takesReturns ?? false,
    suppressions: createSuppressions({ secretKey: testSecretKey }),
  });
  const work = createDueWork({
    database,
    clock,
    kinds: [kind],
    onProblem: ({ error, what }) =>
      options.problems?.heard.push({ reason: error instanceof Error ? error.message : String(error), what }),
  });
  return { ...work, sendDue: work.runDue };
}

/** An empty mailbox and its sender for each test of a file, and addresses that nobody has yet. */
export function mailboxOfFile(world: ApiWorld): {
  readonly mailbox: TestMailbox;
  readonly sender: MailSender;
  newEmail(): string;
} {
  let mailbox = new TestMailbox();
  let sender: MailSender;
  let made = 0;
  beforeEach(() => {
    mailbox = new TestMailbox();
    sender = mailSenderOf(world, mailbox);
  });
  return {
    get mailbox() {
      return mailbox;
    },
    get sender() {
      return sender;
    },
    newEmail() {
      made += 1;
      return `guest-${made}@example.org`;
    },
  };
}

/** The token of the link in a message for a new password. */
export function tokenIn({ text }: OutgoingMail): string {
  const [, token] = /#token=([\w-]+)/u.exec(text) ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return token;
}
