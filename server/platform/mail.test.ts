import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  folderTransport,
  MailError,
  mailsAtOnce,
  smtpTransport,
  type MailTransport,
  type OutgoingMail,
} from './mail.ts';

const mail: OutgoingMail = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  date: new Date('2026-03-02T08:00:00Z'),
  from: { name: 'Greenfield School', address: 'no-reply@quillshelf.test' },
  reply_to: 'office@greenfield.test',
  return_to: null,
  to: { name: 'Zoë Fern', address: 'zoe@greenfield.test' },
  subject: 'Choose a new password',
  text: 'Hello Zoë,\n\nhttp://greenfield.localhost/#token=secret-in-a-link',
  html: '<p>Hello Zoë, <a href="http://greenfield.localhost/#token=secret-in-a-link">open</a></p>',
};

const names = [
  'Łukasz Wójcik',
  '美咲 田中',
  'محمد علي',
  'Ελένη Παπαδοπούλου',
  'Анна Каренина',
  'आरव शर्मा',
  "O'Brien, Siobhán (Year 3) <not@this.test>",
  '"Quoted" \\ name',
  '👩🏽‍🏫 Ms Fern',
  'x'.repeat(200),
];

/** What an attempt to write a header of one's own looks like. */
const injections = [
  'Sam\r\nBcc: everybody@example.org',
  'Sam\nBcc: everybody@example.org\n\nanother body',
  'Sam\rBcc: everybody@example.org',
  'Sam\u2028Bcc: everybody@example.org',
  'Sam>, <everybody@example.org',
];

interface Received {
  raw: string;
  from: string;
  to: string[];
}

/** Those that a test sent through; they keep connections, for whose end a server waits. */
const transports: MailTransport[] = [];

function transportTo(url: string): MailTransport {
  const transport = smtpTransport(url);
  transports.push(transport);
  return transport;
}

/** A mail server of its own on a port of its own. */
async function openServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      readAll(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          raw,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        });
        callback();
      }, callback);
    },
    ...options,
  });
  // What a client breaks off is the client's affair.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    url: `smtp://127.0.0.1:${port}`,
    connections: (listener: (socket: Socket) => void) => server.server.on('connection', listener),
    close: () => {
      for (const transport of transports.splice(0)) transport.close?.();
      return new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

async function failureOf(work: Promise<void>): Promise<MailError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
  throw new Error('It was sent');
}

function answer(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

describe('a message through a mail server', () => {
  it('arrives as it was meant', async () => {
    const server = await openServer();
    await transportTo(server.url).send(mail);
    await server.close();
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'no-reply@quillshelf.test', to: ['zoe@greenfield.test'] });
    const parsed = await PostalMime.parse(received?.raw ?? '');
    expect(parsed).toMatchObject({
      messageId: `<${mail.id}@quillshelf.test>`,
      from: mail.from,
      to: [mail.to],
      replyTo: [{ address: 'office@greenfield.test' }],
      subject: mail.subject,
      date: '2026-03-02T08:00:00.000Z',
      attachments: [],
    });
    expect(parsed.text?.trimEnd()).toBe(mail.text);
    expect(parsed.html?.trimEnd()).toBe(mail.html);
    const header = (key: string) => parsed.headers.find((each) => each.key === key)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
  });

  it('is the very same when it is sent again, but for where its parts are cut', async () => {
    const server = await openServer();
    const transport = transportTo(server.url);
    await transport.send(mail);
    await transport.send(mail);
    await server.close();
    const [first, second] = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
    const comparable = (email = first) => ({ ...email, headers: [], headerLines: [] });
    expect(comparable(second)).toEqual(comparable(first));
  });

  it.each(names)('carries names of people, schools and subjects in any script: %s', async (name) => {
    const server = await openServer();
    await transportTo(server.url).send({
      ...mail,
      from: { ...mail.from, name },
      to: { ...mail.to, name },
      subject: name,
      text: name,
    });
    await server.close();
    expect(server.received.map(({ to }) => to)).toEqual([['zoe@greenfield.test']]);
    const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(parsed).toMatchObject({ from: { ...mail.from, name }, to: [{ ...mail.to, name }], subject: name });
    expect(parsed.text?.trimEnd()).toBe(name);
  });

  it.each(injections)('goes to one person alone, whatever a name tries: %j', async (name) => {
    const server = await openServer();
    await transportTo(server.url).send({
      ...mail,
      from: { ...mail.from, name },
      to: { ...mail.to, name },
      subject: name,
    });
    await server.close();
    const [received] = server.received;
    expect(received?.to).toEqual(['zoe@greenfield.test']);
    const parsed = await PostalMime.parse(received?.raw ?? '');
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.cc).toBeUndefined();
    expect(parsed.to).toMatchObject([{ address: 'zoe@greenfield.test' }]);
    expect(parsed.text?.trimEnd()).toBe(mail.text);
  });

  it.each(injections)('goes nowhere else by its addresses: %j', async (text) => {
    const server = await openServer();
    const transport = transportTo(server.url);
    await transport.send({ ...mail, reply_to: text }).catch(() => undefined);
    await transport.send({ ...mail, to: { name: '', address: text } }).catch(() => undefined);
    await server.close();
    for (const { raw, to } of server.received) {
      expect(to).not.toContain('everybody@example.org');
      const parsed = await PostalMime.parse(raw);
      expect(parsed.bcc).toBeUndefined();
    }
    expect(server.received.length).toBeGreaterThan(0);
  });
});

describe('many messages', () => {
  async function sendAll(count: number, together: boolean) {
    let connections = 0;
    const server = await openServer({
      onConnect(_session, callback) {
        connections += 1;
        callback();
      },
    });
    const transport = transportTo(server.url);
    const mails = Array.from({ length: count }, (_, place) => ({ ...mail, subject: `Letter ${place}` }));
    if (together) await Promise.all(mails.map((each) => transport.send(each)));
    else for (const each of mails) await transport.send(each);
    await server.close();
    expect(server.received).toHaveLength(count);
    return connections;
  }

  it('go one after the other over the same connection', async () => {
    expect(await sendAll(5, false)).toBe(1);
  });

  it('go over so many connections at once and no more', async () => {
    expect(await sendAll(30, true)).toBe(mailsAtOnce);
  });

  it('go on where the server closed the connection in between', async () => {
    const sockets: Socket[] = [];
    const server = await openServer();
    server.connections((socket) => sockets.push(socket));
    const transport = transportTo(server.url);
    for (let round = 1; round <= 3; round += 1) {
      await transport.send(mail);
      expect(server.received).toHaveLength(round);
      for (const socket of sockets.splice(0)) socket.destroy();
    }
    await server.close();
  });
});

describe('a mail server that does not take it', () => {
  it.each([
    ['for now', 451, false],
    ['for good', 550, true],
  ])('at the address refuses it %s', async (_how, code, isFinal) => {
    const server = await openServer({
      onRcptTo: (_address, _session, callback) => callback(answer(code, 'no such person')),
    });
    const failure = await failureOf(transportTo(server.url).send(mail));
    await server.close();
    expect(failure).toMatchObject({
      isFinal,
      message: `EENVELOPE after RCPT TO ${code} ${code} no such person`,
    });
  });

  it('because of who sends it may be set up better later', async () => {
    const server = await openServer({
      onMailFrom: (_address, _session, callback) => callback(answer(553, 'not yours')),
    });
    const failure = await failureOf(transportTo(server.url).send(mail));
    await server.close();
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain('not yours');
  });

  it('and repeats what it has read is not quoted', async () => {
    const server = await openServer({
      onData(stream, _session, callback) {
        readAll(stream).then((raw) => callback(answer(554, raw.replaceAll(/\s+/gu, ' '))), callback);
      },
    });
    const failure = await failureOf(transportTo(server.url).send(mail));
    await server.close();
    expect(failure).toMatchObject({ isFinal: false, message: 'EMESSAGE after DATA 554' });
  });

  it('for a wrong password is asked again later, and the password is not told', async () => {
    const server = await openServer({
      authOptional: false,
      onAuth: ({ password }, _session, callback) =>
        password === 'right' ? callback(null, { user: 'sender' }) : callback(answer(535, 'go away')),
    });
    const at = (password: string) => server.url.replace('//', `//sender:${password}@`);
    const failure = await failureOf(transportTo(at('wr%3Ang')).send(mail));
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toMatch(/^EAUTH/u);
    expect(failure.message).not.toContain('wr:ng');
    await transportTo(at('right')).send(mail);
    await server.close();
    expect(server.received).toHaveLength(1);
  });

  it('without encryption gets no password over a network', async () => {
    const tried: unknown[] = [];
    const server = await openServer({
      onAuth: ({ password }, _session, callback) => {
        tried.push(password);
        callback(null, { user: 'sender' });
      },
    });
    // The same machine, by an address that does not look like it.
    const url = `smtp://sender:secret@[::ffff:127.0.0.1]:${server.port}`;
    const failure = await failureOf(transportTo(url).send(mail));
    await server.close();
    expect(failure.message).toMatch(/^ETLS/u);
    expect(tried).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('because none is there is tried again', async () => {
    const server = await openServer();
    await server.close();
    const failure = await failureOf(transportTo(server.url).send(mail));
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain('ECONNREFUSED');
  });
});

describe('a message that is kept in a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-mail-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is one .eml file that mail programs read, and only its owner', async () => {
    const lines: string[] = [];
    const mailbox = path.join(folder, 'deep', 'mailbox');
    const transport = folderTransport(mailbox, (line) => lines.push(line));
    await transport.send(mail);
    // The same once more: a server that died before it wrote down that it was sent.
    await transport.send(mail);
    const files = await readdir(mailbox);
    expect(files).toEqual([`20260302T080000Z-${mail.id}.eml`]);
    const file = path.join(mailbox, files[0] ?? '');
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(mailbox)).mode & 0o777).toString(8)).toBe('700');
    const parsed = await PostalMime.parse(await readFile(file));
    expect(parsed).toMatchObject({ from: mail.from, to: [mail.to], subject: mail.subject });
    expect(parsed.text?.trimEnd()).toBe(mail.text);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(`An email is kept in ${file}`);
    expect(lines.join(' ')).not.toContain('secret-in-a-link');
  });

  it('that cannot be written is no message that was sent', async () => {
    const transport = folderTransport(path.join(folder, 'a\u0000b'), () => undefined);
    await expect(transport.send(mail)).rejects.toThrow();
  });
});
