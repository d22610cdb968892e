import { Readable } from 'node:stream';

/** Milliseconds. Proxies end what is silent for a minute, and the other side has to notice a line that is dead. */
const usualHeartbeat = 20_000;
/** Bytes that may wait for a reader who does not read; events say nothing that a fresh stream would not say again. */
const longestBacklog = 256 * 1024;
/** Milliseconds that a reader gets to take the end of a stream, when the server stops. */
const patience = 500;

/** Groups in which all streams end, one after the other. */
const groups = 20;
/** Milliseconds of which a random part is named to a reader to wait before the next stream. */
const longestRetry = 5000;

/** A comment, which every reader of events passes over. */
const signOfLife = ':\n\n';

/** One answer of server-sent events. @see HTML Living Standard, "Server-sent events" */
export class EventStream {
  readonly readable = new Readable({ read: () => undefined });
  readonly #ended = new AbortController();

  constructor(heartbeat: number) {
    // The first at once: the headers of the answer leave with it.
    this.readable.push(signOfLife);
    const timer = setInterval(() => this.#push(signOfLife), heartbeat);
    this.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    // The reader went away, or took the end.
    this.readable.once('close', () => this.#ended.abort());
  }

  /** Aborted when the stream has ended, whichever side ended it. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  send(event: unknown): void {
    this.#push(`data: ${JSON.stringify(event)}\n\n`);
  }

  end(): void {
    if (this.signal.aborted) return;
    this.#ended.abort();
    this.readable.push(null);
  }

  /** Ends it, and says when to come again: not all readers at once. */
  endForNow(): void {
    this.#push(`retry: ${Math.ceil(Math.random() * longestRetry)}\n\n`);
    this.end();
  }

  #push(text: string): void {
    if (this.signal.aborted) return;
    this.readable.push(text);
    if (this.readable.readableLength > longestBacklog) this.readable.destroy();
  }
}

/** The open streams of a server, so that it can end them when it stops. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  readonly #heartbeat: number;

  constructor(heartbeat: number = usualHeartbeat) {
    this.#heartbeat = heartbeat;
  }

  open(): EventStream {
    const stream = new EventStream(this.#heartbeat);
    this.#open.add(stream);
    stream.readable.once('close', () => this.#open.delete(stream));
    return stream;
  }

  /** Ends them in groups over so many milliseconds, each with a word when to come again. */
  async endInGroups(milliseconds: number): Promise<void> {
    const waiting = [...this.#open];
    const groupSize = Math.ceil(waiting.length / groups);
    while (waiting.length > 0) {
      for (const stream of waiting.splice(0, groupSize)) stream.endForNow();
      if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds / groups));
    }
  }

  /** Ends every stream; a reader who does not take the end is left. */
  close(): void {
    for (const stream of this.#open) stream.end();
    setTimeout(() => {
      for (const stream of this.#open) stream.readable.destroy();
    }, patience).unref();
  }
}
