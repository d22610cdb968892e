import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { product } from '#contract/kit/product.ts';

/** Milliseconds between two looks whether the connection still lives: a line that was cut says nothing. */
const checkInterval = 30_000;
/** Milliseconds for an answer of the database. */
const answerWithin = 10_000;
/** Milliseconds; doubles up to the longest with every try. */
const firstPause = 250;
const longestPause = 15_000;
/** Milliseconds that a connection gets to say goodbye. */
const farewell = 1000;

export interface NotificationOptions {
  url: string;
  channel: string;
  onNotification(payload: string): void;
  /** Listening, for the first time or again: what was notified before that was not heard. */
  onReady(): void;
  /** The connection was lost or could not be made; it is tried again without end. */
  onLost(error: unknown): void;
}

/** Hears what PostgreSQL notifies, on a connection of its own. Returns how to stop. */
export function listenToNotifications(options: NotificationOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen(): Promise<void> {
    let pause = firstPause;
    const onReady = () => {
      pause = firstPause;
      options.onReady();
    };
    while (!signal.aborted) {
      try {
        await hear(options, signal, onReady);
      } catch (error) {
        if (signal.aborted) return;
        options.onLost(error);
      }
      await rest(pause, signal);
      pause = Math.min(longestPause, pause * 2);
    }
  }

  const done = listen();
  return async () => {
    stopping.abort();
    await done;
  };
}

/** One connection, until it is lost, which is an error, or until it is to stop. */
async function hear(options: NotificationOptions, signal: AbortSignal, onReady: () => void): Promise<void> {
  // Of this connection: a rest that its loss cut short would listen to the end of the program.
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `${product.slug} ${options.channel}`,
    connectionTimeoutMillis: answerWithin,
    query_timeout: answerWithin,
    keepAlive: true,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The connection for notifications ended')));
  });
  // It is awaited below; where something else fails first, nobody does.
  lost.catch(() => undefined);
  client.on('notification', ({ payload }) => options.onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
    onReady();
    while (!signal.aborted) {
      await Promise.race([lost, rest(checkInterval, ending)]);
      if (!signal.aborted) await Promise.race([lost, client.query('select 1')]);
    }
  } finally {
    over.abort();
    // A line that was cut never answers the farewell.
    await Promise.race([client.end(), sleep(farewell, undefined, { ref: false })]);
  }
}

/** Ends early, and without an error, where it is to stop. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
