import type { Book } from './book.ts';

/** How events go out: as they should, or as they do on bad days. */
export const manners = ['once', 'twice', 'late', 'never', 'reversed'] as const;
export type Manner = (typeof manners)[number];

export interface PracticeEvent {
  id: string;
  kind: string;
  /** The payment that it is about. */
  about: string;
  body: string;
  state: 'waits' | 'delivered' | 'lost';
  attempts: number;
}

/** One event as it goes over the line. */
export interface Delivery {
  provider: 'stripe' | 'paypal' | 'phonepe';
  body: string;
  headers: Record<string, string>;
}

/** Posts an event to the shop. @returns its status; 0 where nobody is there */
export type Deliver = (delivery: Delivery) => Promise<number>;

interface Options {
  provider: Delivery['provider'];
  book: Book<{ events: PracticeEvent[] }>;
  sign: (event: PracticeEvent) => Promise<Record<string, string>> | Record<string, string>;
  deliver: Deliver;
  /** False: nothing goes out but by `flush` and `send`. */
  automatic: boolean;
}

const second = 1000;
/** Milliseconds to the next try. */
const pauses = [1, 5, 30, 120, 600, 3600].map((each) => each * second);
const late = 60 * second;
const pairWait = 10 * second;
/** Events that are remembered. */
const mostKept = 500;

/** Events on their way to the shop, tried again as providers do. */
export class Deliveries {
  /** For events to come. */
  manner: Manner = 'once';
  readonly #options: Options;
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: PracticeEvent | null = null;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get events(): readonly PracticeEvent[] {
    return this.#options.book.data.events;
  }

  pending(): PracticeEvent[] {
    return this.events.filter(({ state }) => state === 'waits');
  }

  /** What an earlier run of the server did not get out. */
  resume(): void {
    if (this.#options.automatic) for (const event of this.pending()) this.#in(0, event);
  }

  add(event: Pick<PracticeEvent, 'id' | 'kind' | 'about' | 'body'>): void {
    const { events } = this.#options.book.data;
    const added: PracticeEvent = { ...event, state: 'waits', attempts: 0 };
    events.push(added);
    if (events.length > mostKept) events.splice(0, events.length - mostKept);
    if (this.manner === 'never') added.state = 'lost';
    else if (this.#options.automatic) this.#schedule(added);
  }

  #schedule(event: PracticeEvent): void {
    if (this.manner === 'late') this.#in(late, event);
    else if (this.manner === 'reversed') this.#swap(event);
    else {
      this.#in(0, event);
      if (this.manner === 'twice') this.#in(second, event);
    }
  }

  /** The first of two waits for the second, for a while. */
  #swap(event: PracticeEvent): void {
    const first = this.#held;
    if (first === null) {
      this.#held = event;
      this.#in(pairWait, event);
      return;
    }
    this.#held = null;
    this.#in(0, event);
    this.#in(second, first);
  }

  #in(milliseconds: number, event: PracticeEvent): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#held === event) this.#held = null;
      void this.#try(event);
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }

  async #try(event: PracticeEvent): Promise<void> {
    if (await this.send(event)) return;
    const pause = pauses[event.attempts - 1];
    if (pause !== undefined) this.#in(pause, event);
    else if (event.state === 'waits') event.state = 'lost';
    await this.#options.book.save();
  }

  /** Sends one now, signed now. @returns whether the shop took it */
  async send(event: PracticeEvent): Promise<boolean> {
    const { provider, sign, deliver, book } = this.#options;
    event.attempts += 1;
    const status = await deliver({ provider, body: event.body, headers: await sign(event) });
    const isTaken = status >= 200 && status < 300;
    if (isTaken) event.state = 'delivered';
    await book.save();
    return isTaken;
  }

  /** Sends all that wait, now: in their order, or the newest first. @returns how many the shop took */
  async flush({ reversed = false, twice = false } = {}): Promise<number> {
    const pending = reversed ? this.pending().toReversed() : this.pending();
    let taken = 0;
    for (const event of pending) {
      if (await this.send(event)) taken += 1;
      if (twice) await this.send(event);
    }
    return taken;
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
