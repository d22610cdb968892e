import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line of TCP to one program on this machine, which can break in the ways in which lines do. */
export interface Line {
  readonly port: number;
  /** Connections that callers have open. */
  readonly open: number;
  /** The longest that somebody waited on a connection for an answer that did not come, in milliseconds. */
  readonly longestUnheard: number;
  /** Nothing comes through any more, and nobody is told: as where a cable is pulled out. */
  fallSilent(): void;
  /** All connections end, and new ones are refused: as where the program at its end is away. */
  goAway(): void;
  /** As it was. What was held up comes through. */
  comeBack(): void;
  close(): Promise<void>;
}

/** One end of a connection through the line. */
interface End {
  socket: Socket;
  /** What came and was not handed on. */
  held: Buffer[];
}

interface Connection {
  caller: End;
  answerer: End;
}

async function openLine(target: { host: string; port: number }): Promise<Line> {
  const connections = new Set<Connection>();
  /** Callers that knocked while nothing came through. */
  const knocking = new Set<Socket>();
  let state: 'open' | 'silent' | 'away' = 'open';
  /** On which somebody said something into the silence, and when. */
  const spoken = new Map<Connection, number>();
  let longestUnheard = 0;

  function noteWait(connection: Connection): void {
    const since = spoken.get(connection);
    if (since !== undefined) longestUnheard = Math.max(longestUnheard, performance.now() - since);
    spoken.delete(connection);
  }

  function end(connection: Connection): void {
    connections.delete(connection);
    connection.caller.socket.destroy();
    connection.answerer.socket.destroy();
  }

  function join(caller: Socket): void {
    const connection: Connection = {
      caller: { socket: caller, held: [] },
      answerer: { socket: connect(target), held: [] },
    };
    connections.add(connection);
    const { caller: one, answerer: other } = connection;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      from.socket
        .on('data', (bytes) => {
          if (state !== 'silent') return void to.socket.write(bytes);
          from.held.push(bytes);
          if (from === one && !spoken.has(connection)) spoken.set(connection, performance.now());
        })
        .on('error', () => undefined)
        // The other end of a silent line does not hear of it either.
        .on('close', () => {
          if (from === one) noteWait(connection);
          if (state !== 'silent') end(connection);
        });
  }

  const server = createServer((caller) => {
    if (state === 'away') caller.destroy();
    else if (state === 'open') join(caller);
    else knocking.add(caller.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return [...connections].filter(({ caller }) => !caller.socket.destroyed).length;
    },
    get longestUnheard() {
      return longestUnheard;
    },
    fallSilent() {
      state = 'silent';
    },
    goAway() {
      state = 'away';
      for (const connection of connections) end(connection);
    },
    comeBack() {
      state = 'open';
      for (const connection of connections) {
        const { caller, answerer } = connection;
        noteWait(connection);
        for (const [from, to] of [
          [caller, answerer],
          [answerer, caller],
        ] as const)
          for (const bytes of from.held.splice(0)) to.socket.write(bytes);
        if (caller.socket.destroyed || answerer.socket.destroyed) end(connection);
      }
      for (const caller of knocking) caller.destroy();
      knocking.clear();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const caller of knocking) caller.destroy();
      for (const connection of connections) end(connection);
      await closed;
    },
  };
}

/** The same address of a database, by a line. */
export function byLine(url: string, { port }: Line): string {
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return address.href;
}

/** A line to where an address leads. */
export function openLineTo(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  return openLine({ host: hostname, port: Number(port) });
}
