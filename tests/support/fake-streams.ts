import type { StreamClient } from '#src/sync/api-client.ts';

interface OpenedStream {
  controller: ReadableStreamDefaultController<Uint8Array>;
  signal: AbortSignal;
}

/** The server's end of streams, as a test tells it. */
export class FakeStreams implements StreamClient {
  readonly #streams: OpenedStream[] = [];
  /** How often somebody asked for a stream. */
  asked = 0;
  /** What the next requests are refused with, oldest first. */
  refusals: Error[] = [];
  /** True: requests wait for an answer that never comes. */
  isMute = false;

  readonly open: StreamClient['open'] = async (_endpoint, signal) => {
    this.asked += 1;
    signal.throwIfAborted();
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
    if (this.isMute) {
      return await new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    }
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#streams.push({ controller, signal });
      },
    });
  };

  /** Streams that somebody reads. */
  get openStreams(): number {
    return this.#streams.filter(({ signal }) => !signal.aborted).length;
  }

  get #newest(): OpenedStream {
    const newest = this.#streams.at(-1);
    if (!newest) throw new Error('No stream was opened');
    return newest;
  }

  say(text: string): void {
    this.sayBytes(new TextEncoder().encode(text));
  }

  sayBytes(bytes: Uint8Array): void {
    this.#newest.controller.enqueue(bytes);
  }

  heartbeat(): void {
    this.say(':\n\n');
  }

  poke(scope: string, version: number): void {
    this.say(`data: ${JSON.stringify({ scope, version })}\n\n`);
  }

  /** As at the end of a token. */
  end(): void {
    this.#newest.controller.close();
  }

  /** As a network does that goes away. */
  cut(): void {
    this.#newest.controller.error(new TypeError('network error'));
  }
}
