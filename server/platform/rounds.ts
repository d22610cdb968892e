import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. A server has better to do when it starts. */
export interface Pauses {
  first: number;
  between: number;
  afterFailure: number;
}

/** Work that is done again and again, with pauses, until it is closed. */
export interface Rounds {
  /** Aborted where the server stops: a round ends where it is. */
  readonly signal: AbortSignal;
  start: () => void;
  close: () => Promise<void>;
}

export function createRounds(
  pauses: Pauses,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Rounds {
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  /** @returns false where the server stops meanwhile */
  async function rest(milliseconds: number): Promise<boolean> {
    try {
      await sleep(milliseconds, undefined, { signal: closing.signal, ref: false });
      return true;
    } catch (error) {
      if (closing.signal.aborted) return false;
      throw error;
    }
  }

  async function run(): Promise<void> {
    let next = pauses.first;
    while (await rest(next)) {
      try {
        await work();
        next = pauses.between;
      } catch (error) {
        onFailure(error);
        next = pauses.afterFailure;
      }
    }
  }

  return {
    signal: closing.signal,
    start() {
      running ??= run();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
