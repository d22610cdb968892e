import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** A message as it goes out; whoever sends it again sends the very same. */
export interface OutgoingMail {
  /** Of the message; its Message-ID is made of it. */
  id: string;
  date: Date;
  from: MailAddress;
  reply_to: string | null;
  /** Where mail servers return it to; null: to `from`. */
  return_to: string | null;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** Hands messages over to whoever delivers them. */
export interface MailTransport {
  /** @throws MailError when nobody took it, or nobody said so */
  send(mail: OutgoingMail): Promise<void>;
  /** Where it hands them to; left out: to nobody outside. */
  readonly goesTo?: { kind: 'smtp' | 'folder'; host: string | null };
  /** Lets go of connections that it keeps; what is being handed over is finished first. */
  close?(): void;
}

/** Messages that are handed over at once, at most: one that takes long holds up no other. */
export const mailsAtOnce = 4;

/** Why a message was not sent. Its words hold nothing of what stands in the message. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    message: string,
    /** True where the address itself was refused: the same again would be refused again. */
    readonly isFinal: boolean,
    /** What the mail server said, such as `5.1.1`, where it said it. @see RFC 3463 */
    readonly status: string | null = null,
  ) {
    super(message);
  }
}

const seconds = 1000;
/** Bounds on a server that does not answer, in milliseconds. */
const patience = {
  dnsTimeout: 10 * seconds,
  connectionTimeout: 15 * seconds,
  greetingTimeout: 15 * seconds,
  socketTimeout: 30 * seconds,
  // Of a connection that is kept for the next message.
  idleTimeout: 10 * seconds,
};

// What a message says about itself never makes us read a file or an address.
const closed = { disableFileAccess: true, disableUrlAccess: true };

function messageOf(mail: OutgoingMail) {
  const { id, date, from, reply_to, return_to, to, subject, text, html } = mail;
  return {
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date,
    from,
    to,
    ...(reply_to !== null && { replyTo: reply_to }),
    ...(return_to !== null && { envelope: { from: return_to, to: to.address } }),
    subject,
    text,
    html,
    headers: {
      // No holiday greeting answers an automatic message. @see RFC 3834
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    ...closed,
  };
}

/** Sends through the mail server at an address such as `smtp://user:password@mail.example.org:587`. */
export function smtpTransport(smtpUrl: string): MailTransport {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(url.hostname);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    // Saying hello and agreeing on keys takes longer than a message.
    pool: true,
    maxConnections: mailsAtOnce,
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password does not go over the network in the clear because a server, or somebody in between, has no TLS.
    requireTLS: user !== '' && !isLocal,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...patience,
    ...closed,
  });
  return {
    goesTo: { kind: 'smtp', host: url.hostname },
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw new MailError(describe(error), isRefusedAddress(error), statusOf(error));
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpFailure extends Error {
  /** Of the mail library. */
  code?: string;
  /** What was said last. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** The address itself was refused, and not for now: codes of 5xx. */
function isRefusedAddress(error: unknown): boolean {
  const { command, responseCode = 0 } = error as SmtpFailure;
  return command === 'RCPT TO' && responseCode >= 500;
}

function statusOf(error: unknown): string | null {
  const { response = '' } = error as SmtpFailure;
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1] ?? null;
}

function describe(error: unknown): string {
  const { message, code, command, responseCode, response } = error as SmtpFailure;
  const facts = [code, command && `after ${command}`, responseCode].filter(Boolean).join(' ');
  // A server that has read the message may repeat parts of it, such as a link.
  const words = command === 'DATA' ? '' : (response ?? message);
  return `${facts} ${words}`.replace(/\s+/gu, ' ').trim().slice(0, 300);
}

/**
 * Keeps messages as `.eml` files, for an installation without a mail server. `say` hears in which file;
 * nothing of what stands in it, and not to whom it is.
 */
export function folderTransport(folder: string, say: (line: string) => void): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...closed });
  return {
    goesTo: { kind: 'folder', host: null },
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The composer was asked for a buffer');
      const time = mail.date.toISOString().replaceAll(/[-:]|\.\d+/gu, '');
      const file = path.join(folder, `${time}-${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all: what is kept is read by people and by tests while it is written.
      const handle = await open(`${file}.part`, 'w', 0o600);
      try {
        await handle.writeFile(message);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.part`, file);
      say(`An email is kept in ${file}`);
    },
  };
}
