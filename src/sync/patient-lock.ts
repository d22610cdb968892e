import { elapsed } from './clock.ts';
import type { SyncEnvironment } from './environment.ts';

/** Milliseconds after which a tab that holds the lock is taken to be frozen (law 7). */
const patience = 30_000;
/** Milliseconds until it is worth a look again whether the other tab is done. */
export const lockRetry = 1000;

/** Law 7: one tab drains at a time, and one that froze with the lock in its hands does not stop the others. */
export class PatientLock {
  readonly #environment: SyncEnvironment;
  readonly #name: string;
  #busySince: number | null = null;

  constructor(environment: SyncEnvironment, databaseName: string) {
    this.#environment = environment;
    this.#name = `sync ${databaseName}`;
  }

  /** Null where another tab is at it. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const now = this.#environment.now();
    const isOver = this.#busySince !== null && elapsed(this.#busySince, now) > patience;
    const result = await this.#environment.locks.run(this.#name, isOver ? 'steal' : 'if_free', work);
    if (result === null) this.#busySince ??= this.#environment.now();
    else this.#busySince = null;
    return result;
  }
}
