import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A line to the server on which every byte takes its time, so that a request takes `roundTrip` milliseconds longer. The
 * browser's own emulation only holds an answer back that came too early, which hides the server's time in the delay.
 */
export interface SlowLine {
  readonly port: number;
  close(): Promise<void>;
}

export async function openSlowLine(serverPort: number, roundTrip: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const line = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1');
    carry(browser, server, roundTrip / 2);
    carry(server, browser, roundTrip / 2);
    for (const socket of [browser, server]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('No port could be found.');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, 'close');
    },
  };
}

function carry(from: Socket, to: Socket, delay: number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), delay));
  from.on('end', () => setTimeout(() => to.end(), delay));
  // The other end is told by the closing; a torn connection is the browser's own affair.
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), delay));
}
