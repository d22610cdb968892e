import { sql } from 'kysely';
import { openDatabase } from './database.ts';

/** Milliseconds between two looks, and in which one of them has to have reached the database. */
const usualLimits = { lookEvery: 2000, goodFor: 10_000 };

export interface Readiness {
  /** Whether the database was reached a moment ago. */
  readonly isReached: boolean;
  /** Looks once, and from then on again and again. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Looks in the background whether the database answers, on a connection of its own: a server whose connections are all in use is
 * busy, not ill, and a balancer that took it away would fell the next one.
 */
export function createReadiness(options: { url: string; limits?: Partial<typeof usualLimits> }): Readiness {
  const { lookEvery, goodFor } = { ...usualLimits, ...options.limits };
  const database = openDatabase(options.url, {
    connections: 1,
    connectWithin: goodFor / 2,
    answerWithin: goodFor / 2,
  });
  let reachedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const began = performance.now();
    try {
      await sql`select 1`.execute(database);
      reachedAt = began;
    } catch {
      // That it was not reached is all there is to know; calls that need it say why.
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    get isReached() {
      return performance.now() - reachedAt < goodFor;
    },
    async start() {
      timer ??= setInterval(() => void lookOnce(), lookEvery).unref();
      await lookOnce();
    },
    async close() {
      clearInterval(timer);
      await looking;
      await database.destroy();
    },
  };
}
