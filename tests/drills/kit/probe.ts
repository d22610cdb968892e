import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { givesUpAfter } from '../../bench/kit/tablet-post.ts';

/** One answer to a probe. 0 where there was none. */
interface Seen {
  status: number;
  milliseconds: number;
}

/** Asks some servers for one address again and again, and notes what they say. */
export class Probe {
  readonly seen: Seen[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #over = new AbortController();
  readonly #running: Promise<unknown>;

  /** @param every milliseconds between two questions to a server */
  constructor(
    ports: readonly number[],
    private readonly asked: { path: string; host: string; access?: string; every?: number },
  ) {
    this.#running = Promise.all(ports.map((port) => this.#askOn(port)));
  }

  get longest(): number {
    return Math.max(0, ...this.seen.map(({ milliseconds }) => milliseconds));
  }

  /** How many answers had this status. */
  count(wanted: (status: number) => boolean): number {
    return this.seen.filter(({ status }) => wanted(status)).length;
  }

  async end(): Promise<this> {
    this.#over.abort();
    await this.#running;
    this.#agent.destroy();
    return this;
  }

  async #askOn(port: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      this.seen.push(await this.#ask(port));
      await sleep(this.asked.every ?? 250);
    }
  }

  #ask(port: number): Promise<Seen> {
    const { path, host, access } = this.asked;
    const began = performance.now();
    return new Promise((resolve) => {
      const end = (status: number) => resolve({ status, milliseconds: performance.now() - began });
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port,
          path,
          timeout: givesUpAfter,
          headers: { host, ...(access !== undefined && { authorization: `Bearer ${access}` }) },
        },
        (answer) => {
          answer.on('error', () => end(0)).on('end', () => end(answer.statusCode ?? 0));
          answer.resume();
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => end(0));
      sent.end();
    });
  }
}

/** Milliseconds until something is true, looked at often; `most` where it never was by then. */
export async function millisecondsUntil(
  isTrue: () => boolean | Promise<boolean>,
  most = 60_000,
): Promise<number> {
  const began = performance.now();
  while (!(await isTrue()) && performance.now() - began < most) await sleep(50);
  return performance.now() - began;
}
