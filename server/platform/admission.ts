import { randomInt } from 'node:crypto';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

/** How busy the connections of a pool are. */
export interface PoolLoad {
  /** Calls that wait for a connection. */
  readonly waiting: number;
  /** Milliseconds that one who comes now will wait, as calls go at present. */
  readonly expectedWait: number;
}

/** What a call is let in for: one that holds what somebody wrote is refused last. */
export type Turn = 'push' | 'other';

/** Milliseconds that a call may have to wait for a connection. A device gives up at 15 seconds and sends the same again. */
const longestWait: Readonly<Record<Turn, number>> = { other: 1000, push: 5000 };

/** Seconds after which those who are refused come again, each at another moment. */
const comesAgain = { first: 2, last: 20 } as const;

/** For a call that there is no room for now. Nothing was done. */
export function busy(): Problem {
  const retryAfter = randomInt(comesAgain.first, comesAgain.last + 1);
  return new Problem(requestProblems.unavailable, {
    error: `Very many people are here right now. Please try again in ${retryAfter} seconds.`,
    retryAfter,
  });
}

/**
 * At the door, before anything is asked of the database: a line without end would serve nobody in time (law 6 of operation).
 * @throws Problem `request.unavailable`, with a moment to come again
 */
export function refuseWhileBusy(load: PoolLoad | undefined, turn: Turn): void {
  if (load && load.expectedWait > longestWait[turn]) throw busy();
}

/** Learns from connections how long calls keep them. */
export class MeasuredLoad implements PoolLoad {
  #connections = 1;
  #readWaiting = () => 0;
  /** Milliseconds; a mean in which the last calls weigh most. */
  #kept = 0;

  attach(connections: number, readWaiting: () => number): void {
    this.#connections = connections;
    this.#readWaiting = readWaiting;
  }

  get waiting(): number {
    return this.#readWaiting();
  }

  get expectedWait(): number {
    return (this.waiting * this.#kept) / this.#connections;
  }

  /** @param milliseconds from getting the connection to giving it back */
  note(milliseconds: number): void {
    this.#kept += (milliseconds - this.#kept) / 50;
  }
}
