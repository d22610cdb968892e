import { backoffDelay } from './backoff.ts';
import { leftOf, type Hold } from './clock.ts';
import { failuresAfter, type DrainEnd } from './drain-end.ts';
import type { SyncEnvironment } from './environment.ts';
import { lockRetry, type PatientLock } from './patient-lock.ts';

/** Milliseconds between pulls while the page is visible. */
const pollInterval = 15_000;
/** The same while a stream pokes this device. */
const pokedPollInterval = 60_000;

interface Options {
  readonly environment: Pick<SyncEnvironment, 'now' | 'random' | 'setTimer' | 'isVisible'>;
  readonly lock: PatientLock;
  readonly drain: () => Promise<DrainEnd>;
  /** Whether a stream is open that pokes this device. */
  readonly isPoked: () => boolean;
  readonly hasPending: () => boolean;
  /** Called after a run that sent and fetched everything. */
  readonly onDone: () => void;
  /** Called when a run begins or ends. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** Decides when a drain runs: at once, after a pause, with backoff after failures, or at the next poll. One run at a time. */
export class DrainSchedule {
  readonly #options: Options;
  #callOffTimer: (() => void) | null = null;
  #running = false;
  #runAgain = false;
  #closed = false;
  #failures = 0;
  #hold: Hold = { since: 0, milliseconds: 0 };
  #end: DrainEnd['kind'] | null = null;
  #lastExchange: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** How the last run ended; null before the first. */
  get end(): DrainEnd['kind'] | null {
    return this.#end;
  }

  get lastExchange(): string | null {
    return this.#lastExchange;
  }

  /** A call was stored. After failures the timer that is set tries soon enough (law 7). */
  queued(): void {
    if (this.#failures === 0 || this.#callOffTimer === null) this.syncNow();
  }

  /** Back online or visible again: what failed before may work now. */
  wake(): void {
    this.#failures = 0;
    this.syncNow();
  }

  syncNow(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#runAgain = true;
      return;
    }
    const { environment, changed, failed } = this.#options;
    const held = leftOf(this.#hold, environment.now());
    if (held > 0) {
      this.#scheduleAfter(held);
      return;
    }
    this.#running = true;
    this.#cancelTimer();
    changed();
    this.#runUnderLock().catch((error: unknown) => {
      this.#running = false;
      this.#failures += 1;
      failed(error);
      this.#scheduleAfter(backoffDelay(this.#failures, environment.random(), null));
      changed();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer();
  }

  async #runUnderLock(): Promise<void> {
    this.#runAgain = false;
    const end = await this.#options.lock.run(this.#options.drain);
    this.#running = false;
    if (end === null) this.#scheduleAfter(lockRetry);
    else this.#finish(end);
    this.#options.changed();
  }

  #finish(end: DrainEnd): void {
    const { environment, isPoked, onDone } = this.#options;
    this.#end = end.kind;
    if (end.kind !== 'no_network') this.#lastExchange = new Date(environment.now()).toISOString();
    if (end.kind === 'done' || end.kind === 'more') {
      this.#failures = 0;
      if (end.kind === 'done') onDone();
      if (this.#runAgain || end.kind === 'more') this.#scheduleAfter(0);
      else this.#scheduleAfter(isPoked() ? pokedPollInterval : pollInterval);
      return;
    }
    this.#failures = failuresAfter(this.#failures, end);
    const retryAfter = end.kind === 'again' ? end.retryAfter : null;
    if (retryAfter !== null) this.#hold = { since: environment.now(), milliseconds: retryAfter * 1000 };
    this.#scheduleAfter(backoffDelay(this.#failures, environment.random(), retryAfter));
  }

  #scheduleAfter(milliseconds: number): void {
    this.#cancelTimer();
    if (this.#closed) return;
    const { environment, hasPending } = this.#options;
    this.#callOffTimer = environment.setTimer(() => {
      this.#callOffTimer = null;
      // Polling rests while the page is hidden and nothing waits.
      const isIdle = !hasPending() && !environment.isVisible();
      if (isIdle) this.#scheduleAfter(pollInterval);
      else this.syncNow();
    }, milliseconds);
  }

  #cancelTimer(): void {
    this.#callOffTimer?.();
    this.#callOffTimer = null;
  }
}
