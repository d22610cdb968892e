import { request, type IncomingMessage } from 'node:http';
import type { Poke } from '#contract/sync/sync.schema.ts';
import type { Caller } from './api-world.ts';

/** Milliseconds that a test waits for what has to come; only one that fails ever waits so long. */
const patience = 20_000;

/** A device's end of the stream of pokes, over a real connection. */
export class EventReader {
  readonly received: Poke[] = [];
  heartbeats = 0;
  isEnded = false;
  /** Milliseconds until the next stream, as the server said. */
  retryAfter: number | null = null;
  readonly headers: IncomingMessage['headers'];
  readonly #answer: IncomingMessage;
  readonly #changed = new Set<() => void>();
  #rest = '';

  static async open(
    port: number,
    caller: Caller,
    headers: Record<string, string> = {},
  ): Promise<EventReader> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/sync/events/',
          agent: false,
          headers: { host: caller.host, authorization: `Bearer ${caller.access}`, ...headers },
        },
        resolve,
      );
      asked.on('error', reject);
      asked.end();
    });
    return new EventReader(answer);
  }

  private constructor(answer: IncomingMessage) {
    this.#answer = answer;
    this.headers = answer.headers;
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => this.#take(text));
    // One that is cut off reports that as an error too; the tests look at whether it ended.
    answer.on('error', () => undefined);
    answer.on('close', () => {
      this.isEnded = true;
      this.#tell();
    });
  }

  get status(): number | undefined {
    return this.#answer.statusCode;
  }

  /** The newest version that was heard of a scope. */
  versionOf(scope: string): number | undefined {
    return this.received.findLast((poke) => poke.scope === scope)?.version;
  }

  async until(condition: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!condition()) return;
        clearTimeout(late);
        this.#changed.delete(check);
        resolve();
      };
      const late = setTimeout(() => {
        this.#changed.delete(check);
        reject(new Error(`Waited in vain until ${what}. Received: ${JSON.stringify(this.received)}`));
      }, patience);
      this.#changed.add(check);
      check();
    });
  }

  close(): void {
    this.#answer.destroy();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith('data: ')) this.received.push(JSON.parse(block.slice('data: '.length)) as Poke);
      else if (block.startsWith('retry: ')) this.retryAfter = Number(block.slice('retry: '.length));
      else if (block === ':') this.heartbeats += 1;
      else throw new Error(`Not an event: ${block}`);
    }
    this.#tell();
  }

  #tell(): void {
    for (const check of this.#changed) check();
  }
}
