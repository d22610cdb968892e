import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Of a message: its first byte, or an empty text for those of the beginning, and all of its bytes. */
interface Message {
  type: string;
  bytes: Buffer;
}

/** Cuts what arrives into whole messages. */
class Messages {
  #rest = Buffer.alloc(0);
  #isBeginning: boolean;

  constructor({ withBeginning }: { withBeginning: boolean }) {
    this.#isBeginning = withBeginning;
  }

  *take(bytes: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const head = this.#isBeginning ? 0 : 1;
      if (this.#rest.length < head + 4) return;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return;
      const whole = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield { type: this.#isBeginning ? '' : whole.toString('latin1', 0, 1), bytes: whole };
      this.#isBeginning = false;
    }
  }
}

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const refusal = (code: string, text: string) =>
  message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0`, Buffer.alloc(1));

/** The name of the statement that a message is about. */
function nameIn({ type, bytes }: Message): string | null {
  const words = (from: number) => bytes.toString('utf8', from, bytes.indexOf(0, from));
  if (type === 'P') return words(5);
  if (type === 'B') return words(bytes.indexOf(0, 5) + 1);
  return type === 'D' && bytes.toString('latin1', 5, 6) === 'S' ? words(6) : null;
}

/** One connection to PostgreSQL, made by the driver and used without it. */
interface Backend {
  stream: Duplex;
  prepared: Set<string>;
  /** Answers to what the pooler prepared itself, which no client asked for. */
  unasked: number;
  user: string;
  client: Client | null;
}

interface Client {
  socket: Socket;
  user: string;
  statements: Map<string, Buffer>;
  backend: Backend | null;
  /** In turn, as the first of them may wait for a connection. */
  working: Promise<void>;
}

/** What a startup message says: names and values. */
function parametersOf(bytes: Buffer): Map<string, string> {
  const words = bytes.toString('utf8', 8).split('\0');
  return new Map(
    words.flatMap((word, place) => (place % 2 === 0 && word !== '' ? [[word, words[place + 1] ?? '']] : [])),
  );
}

/** What PgBouncer hands on; all else it refuses. */
const handedOn = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
]);

export interface TransactionPooler {
  /** The address of a role of PostgreSQL, past the pooler, as one at the pooler. */
  through(url: string): string;
  /** Transactions so far that another connection got than the one before them of the same client; null: nobody counts. */
  readonly moved: number | null;
  close(): Promise<void>;
}

/**
 * Stands between the program and PostgreSQL as PgBouncer does in transaction mode, and hands each transaction to the connection that
 * was not used for longest, so that nothing that a connection remembers is found again by luck. `keepsStatements`: as from version
 * 1.21 on it prepares what a connection does not know.
 */
export async function startTransactionPooler(options: {
  urls: readonly string[];
  connections?: number;
  keepsStatements?: boolean;
}): Promise<TransactionPooler> {
  const { connections = 4, keepsStatements = true } = options;
  const urls = new Map(options.urls.map((url) => [decodeURIComponent(new URL(url).username), url]));
  const backends = new Set<Backend>();
  /** By the user, with those that are being opened. */
  const opened = new Map<string, number>();
  const idle: Backend[] = [];
  const waiting: { user: string; take(backend: Backend): void }[] = [];
  const lastOf = new Map<Client, Backend>();
  const sockets = new Set<Socket>();
  let moved = 0;

  function release(backend: Backend): void {
    if (backend.client) {
      lastOf.set(backend.client, backend);
      backend.client.backend = null;
    }
    backend.client = null;
    const next = waiting.findIndex(({ user }) => user === backend.user);
    if (next === -1) idle.push(backend);
    else waiting.splice(next, 1)[0]?.take(backend);
  }

  function end(backend: Backend): void {
    backends.delete(backend);
    opened.set(backend.user, (opened.get(backend.user) ?? 0) - 1);
    backend.stream.end(message('X'));
  }

  async function open(user: string): Promise<Backend> {
    opened.set(user, (opened.get(user) ?? 0) + 1);
    const driver = new pg.Client({ connectionString: urls.get(user) });
    await driver.connect();
    const { stream } = (driver as unknown as { connection: { stream: Duplex } }).connection;
    for (const event of ['data', 'error', 'end', 'close']) stream.removeAllListeners(event);
    const backend: Backend = { stream, prepared: new Set(), unasked: 0, user, client: null };
    const messages = new Messages({ withBeginning: false });
    stream.on('error', () => undefined);
    stream.on('data', (bytes: Buffer) => {
      for (const answer of messages.take(bytes)) answerWith(backend, answer);
    });
    backends.add(backend);
    return backend;
  }

  function answerWith(backend: Backend, { type, bytes }: Message): void {
    if (type === '1' && backend.unasked > 0) {
      backend.unasked -= 1;
      return;
    }
    backend.client?.socket.write(bytes);
    if (type === 'Z' && bytes.toString('latin1', 5, 6) === 'I') release(backend);
  }

  async function backendFor(client: Client): Promise<Backend> {
    const place = idle.findIndex(({ user }) => user === client.user);
    let backend: Backend;
    if ((opened.get(client.user) ?? 0) < connections) backend = await open(client.user);
    else if (place !== -1) backend = idle.splice(place, 1)[0] as Backend;
    else backend = await new Promise((take) => waiting.push({ user: client.user, take }));
    if (lastOf.has(client) && lastOf.get(client) !== backend) moved += 1;
    backend.client = client;
    client.backend = backend;
    return backend;
  }

  async function handle(client: Client, asked: Message): Promise<void> {
    if (asked.type === 'X') return;
    const backend = client.backend ?? (await backendFor(client));
    const name = keepsStatements ? nameIn(asked) : null;
    if (name !== null && name !== '') {
      if (asked.type === 'P') client.statements.set(name, asked.bytes);
      if (backend.prepared.has(name)) {
        if (asked.type === 'P') {
          client.socket.write(message('1'));
          return;
        }
      } else {
        backend.prepared.add(name);
        const parse = client.statements.get(name);
        if (asked.type !== 'P' && parse) {
          backend.unasked += 1;
          backend.stream.write(parse);
        }
      }
    }
    backend.stream.write(asked.bytes);
  }

  function greet(socket: Socket, bytes: Buffer): Client | null {
    const parameters = parametersOf(bytes);
    const unknown = [...parameters.keys()].find((name) => !handedOn.has(name.toLowerCase()));
    if (unknown !== undefined) {
      socket.end(refusal('08P01', `unsupported startup parameter: ${unknown}`));
      return null;
    }
    const user = parameters.get('user') ?? '';
    if (!urls.has(user) || parameters.get('database') === 'pgbouncer') {
      socket.end(refusal('28P01', 'not allowed'));
      return null;
    }
    const status = (name: string, value: string) => message('S', `${name}\0${value}\0`);
    socket.write(
      Buffer.concat([
        message('R', Buffer.alloc(4)),
        status('server_version', '18.0'),
        status('client_encoding', 'UTF8'),
        message('K', Buffer.alloc(8)),
        message('Z', 'I'),
      ]),
    );
    return { socket, user, statements: new Map(), backend: null, working: Promise.resolve() };
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    const messages = new Messages({ withBeginning: true });
    let client: Client | null = null;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      // What it left half-way is nobody's.
      if (client?.backend) end(client.backend);
    });
    socket.on('data', (bytes) => {
      for (const asked of messages.take(bytes)) {
        if (asked.type === '') client = greet(socket, asked.bytes);
        else if (client) {
          const by = client;
          by.working = by.working.then(() => handle(by, asked));
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    through(url) {
      const address = new URL(url);
      address.search = '';
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    get moved() {
      return moved;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      for (const backend of backends) end(backend);
      await once(server, 'close');
    },
  };
}
