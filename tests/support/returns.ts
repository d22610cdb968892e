import { randomUUID } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A letter as a mail server took it. */
export interface Taken {
  /** Where it is returned to. */
  from: string;
  to: string;
  raw: string;
}

/** What a mail server does with a recipient, by the name before the @: all others are taken. */
const answers: Readonly<Record<string, readonly [number, string]>> = {
  refused: [550, '5.1.1 no such person'],
  deferred: [451, '4.2.1 not now'],
};

/** A mail server that takes, refuses, defers, and hangs up on whoever writes to `dies@…`. */
export async function openMailPeer(): Promise<{
  url: string;
  taken: Taken[];
  asked: string[];
  close(): Promise<void>;
}> {
  const taken: Taken[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      asked.push(address);
      const [name = ''] = address.split('@');
      const [responseCode, words] = answers[name.split('-')[0] ?? ''] ?? [];
      if (words !== undefined) callback(Object.assign(new Error(words), { responseCode }));
      else callback();
    },
    onData(stream, { id, envelope }, callback) {
      const { mailFrom, rcptTo } = envelope;
      const to = rcptTo[0]?.address ?? '';
      if (to.startsWith('dies')) {
        // Its own connection alone: another letter may be on its way over one beside it.
        for (const connection of server.connections) if (connection.id === id) connection.close();
        return;
      }
      readAll(stream).then((raw) => {
        taken.push({ raw, to, from: mailFrom === false ? '' : mailFrom.address });
        callback();
      }, callback);
    },
  });
  // What a client breaks off is the client's affair.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const multipart = (to: string, type: string, parts: readonly (readonly [string, string])[]) => {
  const boundary = randomUUID();
  const body = parts.map(([kind, text]) => `--${boundary}\nContent-Type: ${kind}\n\n${text}\n`).join('');
  return [
    'From: Mail Delivery System <mailer-daemon@mx.test>',
    `To: ${to}`,
    'Subject: About your mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    `${body}--${boundary}--\n`,
  ]
    .join('\n')
    .replaceAll('\n', '\r\n');
};

/** What a mail server sends back of a letter that it could not deliver, or not yet (RFC 3464). */
export function deliveryReport(
  to: string,
  { action, status, said }: { action: 'failed' | 'delayed' | 'delivered'; status: string; said: string },
  recipient = 'somebody-else@school.test',
): string {
  const report = [
    'Reporting-MTA: dns; mx.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
  ].join('\n');
  return multipart(to, 'delivery-status', [
    ['text/plain', 'I am sorry.'],
    ['message/delivery-status', report],
    ['text/rfc822-headers', 'Subject: A letter'],
  ]);
}

/** What a mailbox sends when its owner says that a letter is spam (RFC 5965): to where complaints go, with the letter in it. */
export function complaintAbout(from: string, kind = 'abuse'): string {
  return multipart('complaints@quillshelf.test', 'feedback-report', [
    ['text/plain', 'This is spam.'],
    ['message/feedback-report', `Feedback-Type: ${kind}\nUser-Agent: Mailbox/1\nVersion: 1`],
    ['message/rfc822', `Return-Path: <${from}>\nSubject: A letter\n\nHello`],
  ]);
}

/** An answer that nobody wrote. */
export const holidayAnswer = (to: string): string =>
  `From: Sam <sam@school.test>\r\nTo: ${to}\r\nSubject: I am away\r\nAuto-Submitted: auto-replied\r\n\r\nBack on Monday.\r\n`;
