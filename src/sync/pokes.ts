import * as v from 'valibot';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Poke, Scope } from '#contract/sync/sync.schema.ts';
import { ApiProblem, NoNetworkError, type StreamClient } from './api-client.ts';
import { backoffDelay } from './backoff.ts';
import { elapsed } from './clock.ts';
import type { Channel, SyncEnvironment } from './environment.ts';

/** Milliseconds without a sign of life after which a stream is taken to be dead; the server gives one every 20 s. */
const longestSilence = 45_000;
/** Milliseconds of which a random part passes before a poke is followed: thirty tablets of a class hear it together. */
const longestJitter = 2000;
/** Milliseconds after which a stream that nobody looks at is given up, so that a tab in use can have it. */
const longestHidden = 60_000;
/** Milliseconds between two looks at whether somebody looks. */
const lookInterval = 15_000;

/**
 * Hears from the server that a scope has a new version, over one stream for all tabs of the device. It only ever wakes
 * the replica earlier than its timer would: where a filter ends the stream or keeps it back, polling goes on as before.
 */
export class Pokes {
  readonly #environment: SyncEnvironment;
  readonly #streams: StreamClient;
  readonly #name: string;
  readonly #isNew: (scope: Scope, version: number) => boolean;
  readonly #wake: () => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #gathered = new Map<Scope, number>();
  #stopping: AbortController | null = null;
  #channel: Channel | null = null;
  #callOffWake: (() => void) | null = null;
  #heardAt: number | null = null;

  constructor(options: {
    environment: SyncEnvironment;
    streams: StreamClient;
    /** Of the database that the tabs share. */
    name: string;
    /** True where the device does not have this version of the scope yet. */
    isNew: (scope: Scope, version: number) => boolean;
    /** Called when there is something new. */
    wake: () => void;
    /** Hears of what is no matter of the network. */
    onFailure: (error: unknown) => void;
  }) {
    this.#environment = options.environment;
    this.#streams = options.streams;
    this.#name = `pokes ${options.name}`;
    this.#isNew = options.isNew;
    this.#wake = options.wake;
    this.#onFailure = options.onFailure;
  }

  /** True while some tab of the device has a stream that shows signs of life. */
  get isAlive(): boolean {
    if (this.#heardAt === null) return false;
    return elapsed(this.#heardAt, this.#environment.now()) < longestSilence;
  }

  start(): void {
    if (this.#stopping) return;
    this.#stopping = new AbortController();
    this.#channel = this.#environment.openChannel(this.#name);
    this.#channel.listen(() => {
      this.#heardAt = this.#environment.now();
    });
    const { signal } = this.#stopping;
    this.#run(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#onFailure(error);
    });
  }

  /** For good. */
  stop(): void {
    this.#stopping?.abort();
    this.#callOffWake?.();
    this.#channel?.close();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#environment.locks.run(this.#name, 'wait', () => this.#listenWhileVisible(signal), signal);
      while (!signal.aborted && !this.#environment.isVisible()) await this.#rest(null, signal);
    }
  }

  /** Holds the stream until nobody has looked at this tab for a while. */
  async #listenWhileVisible(signal: AbortSignal): Promise<void> {
    const leaving = endingWith(signal);
    let hiddenSince: number | null = null;
    let callOff: () => void;
    const look = () => {
      const now = this.#environment.now();
      hiddenSince = this.#environment.isVisible() ? null : (hiddenSince ?? now);
      if (hiddenSince !== null && elapsed(hiddenSince, now) >= longestHidden) leaving.abort();
      else callOff = this.#environment.setTimer(look, lookInterval);
    };
    callOff = this.#environment.setTimer(look, lookInterval);
    try {
      await this.#listen(leaving.signal);
    } finally {
      callOff();
      leaving.abort();
    }
  }

  /** One stream after the other. */
  async #listen(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const began = this.#environment.now();
      let retryAfter: number | null = null;
      try {
        retryAfter = await this.#read(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiProblem) ({ retryAfter } = error);
        else if (!(error instanceof NoNetworkError)) throw error;
      }
      // A stream ends with its token, which is no failure. One that ends again and again at once is one.
      const lasted = elapsed(began, this.#environment.now()) >= longestSilence && this.isAlive;
      failures = lasted ? 1 : failures + 1;
      await this.#rest(backoffDelay(failures, this.#environment.random(), retryAfter), signal);
    }
  }

  /** One stream to its end. @returns seconds until the next one, where the server says so. @throws NoNetworkError where it falls silent, is cut off or is not the server's */
  async #read(signal: AbortSignal): Promise<number | null> {
    const ending = endingWith(signal);
    const watch = () => this.#environment.setTimer(() => ending.abort(), longestSilence);
    let callOff = watch();
    let retryAfter: number | null = null;
    const heard = () => {
      callOff();
      callOff = watch();
      this.#heard();
    };
    try {
      const stream = await this.#streams.open(syncEndpoints.events, ending.signal);
      for await (const line of linesOf(stream, ending.signal, heard)) {
        if (line.startsWith('data:')) this.#take(pokeIn(line.slice('data:'.length)));
        if (line.startsWith('retry:')) retryAfter = Number(line.slice('retry:'.length)) / 1000;
      }
      return retryAfter;
    } catch (error) {
      if (ending.signal.aborted && !signal.aborted) throw new NoNetworkError('The stream fell silent', true);
      throw error;
    } finally {
      callOff();
      ending.abort();
    }
  }

  #heard(): void {
    this.#heardAt = this.#environment.now();
    this.#channel?.send('alive');
  }

  #take({ scope, version }: Poke): void {
    if (!this.#isNew(scope, version)) return;
    this.#gathered.set(scope, Math.max(version, this.#gathered.get(scope) ?? 0));
    this.#callOffWake ??= this.#environment.setTimer(() => {
      this.#callOffWake = null;
      const gathered = [...this.#gathered];
      this.#gathered.clear();
      // It may have come meanwhile, with the answer to a change of our own.
      if (gathered.some(([each, newest]) => this.#isNew(each, newest))) this.#wake();
    }, this.#environment.random() * longestJitter);
  }

  /** Waits so many milliseconds, or for ever; less where the network or a person comes back. */
  async #rest(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const callOffs: (() => void)[] = [];
    await new Promise<void>((resolve) => {
      const end = () => resolve();
      if (milliseconds !== null) callOffs.push(this.#environment.setTimer(end, milliseconds));
      callOffs.push(this.#environment.onWake(end));
      signal.addEventListener('abort', end, { once: true });
      callOffs.push(() => signal.removeEventListener('abort', end));
    });
    for (const callOff of callOffs) callOff();
  }
}

/** Ended by itself or with the other; old tablets cannot join two signals. Abort it when done. */
function endingWith(other: AbortSignal): AbortController {
  const ending = new AbortController();
  if (other.aborted) ending.abort();
  const follow = () => ending.abort();
  other.addEventListener('abort', follow, { once: true });
  ending.signal.addEventListener('abort', () => other.removeEventListener('abort', follow), { once: true });
  return ending;
}

/** The lines of a stream as they come. `heard` is called for each piece, whatever is in it. */
async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  heard: () => void,
): AsyncGenerator<string> {
  const reader = stream.getReader();
  const cancel = () => {
    // Where the stream broke first there is nothing left to cancel, and reading says why.
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readPiece(reader);
      if (done) return;
      heard();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw new NoNetworkError(error instanceof Error ? error.message : String(error), false);
  }
}

const PokeText = v.pipe(v.string(), v.parseJson(), syncEndpoints.events.response);

function pokeIn(text: string): Poke {
  const poke = v.safeParse(PokeText, text);
  if (!poke.success) throw new NoNetworkError('The stream is not what this version understands', false);
  return poke.output;
}
