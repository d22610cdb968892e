import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

export interface DrainTimes {
  /** Milliseconds for which calls are still taken, so that balancers notice. */
  serve: number;
  /** Milliseconds over which streams end, so that not all tablets come back in one moment. */
  streams: number;
}

/** The way out of a server that others stand in for: first it says so, then it ends what would never end by itself. */
export class Drain {
  #isBegun = false;
  readonly #endings: ((milliseconds: number) => Promise<void>)[] = [];

  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** @param end ends what goes on for ever, within so many milliseconds */
  add(end: (milliseconds: number) => Promise<void>): void {
    this.#endings.push(end);
  }

  /** Ends when the server may be closed. */
  async begin({ serve, streams }: DrainTimes): Promise<void> {
    this.#isBegun = true;
    await sleep(serve);
    await Promise.all(this.#endings.map((end) => end(streams)));
  }
}

/**
 * Whoever comes while the server closes, on a connection that was open before, is told to come again: another server answers then, or this
 * one once it is back. The framework's own answer says no time, and is not known as ours.
 */
export function refuseLateCalls(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Problem(requestProblems.unavailable);
  });
}
