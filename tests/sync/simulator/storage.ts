import type { TestDevice } from '#tests/support/sync-environment.ts';

/** A transaction of fake-indexeddb: it keeps how to undo what it did. */
type Undoable = IDBTransaction & { readonly _rollbackLog: readonly (() => void)[] };

const writes = ['add', 'put', 'delete', 'clear'] as const;

/** What is written to a tablet's disk, and what is only on its way there. */
export class Disk {
  /** Committed without `strict` since the last strict commit: the browser said done before the disk did. */
  #unflushed: Undoable[] = [];

  committed(transaction: IDBTransaction, isStrict: boolean): void {
    if (isStrict) this.#unflushed = [];
    else this.#unflushed.push(transaction as Undoable);
  }

  /** What did not reach the disk was never there. */
  losePower(): void {
    for (const { _rollbackLog: log } of this.#unflushed.toReversed())
      for (const undo of log.toReversed()) undo();
    this.#unflushed = [];
  }
}

/**
 * IndexedDB as one tab sees it. The tab can be made to go at any write or commit: what it had not committed is undone, as
 * the browser does it, and nothing of it is written any more.
 */
export class TabStorage {
  readonly factory: IDBFactory;
  readonly #disk: Disk;
  readonly #isStrict: (durability: IDBTransactionDurability | undefined) => boolean;
  readonly #onCrash: () => void;
  readonly #active = new Set<IDBTransaction>();
  #stepsLeft: number | null = null;
  #isOver = false;

  constructor(
    device: TestDevice,
    disk: Disk,
    options: { onCrash: () => void; isStrict: (durability: IDBTransactionDurability | undefined) => boolean },
  ) {
    this.#disk = disk;
    this.#onCrash = options.onCrash;
    this.#isStrict = options.isStrict;
    this.factory = new Proxy(device.indexedDb, {
      get: (factory, name) => {
        if (name === 'open')
          return (...given: Parameters<IDBFactory['open']>) => this.#open(factory.open(...given));
        const member: unknown = Reflect.get(factory, name);
        return typeof member === 'function' ? (member.bind(factory) as unknown) : member;
      },
    });
  }

  /** The tab goes after so many writes and commits from now; null: it lives. */
  crashAt(steps: number | null): void {
    this.#stepsLeft = steps;
  }

  /** Nothing that is not committed remains, and nothing more is written. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const transaction of this.#active) transaction.abort();
    this.#active.clear();
  }

  #open(request: IDBOpenDBRequest): IDBOpenDBRequest {
    request.addEventListener('success', () => this.#watchDatabase(request.result));
    return request;
  }

  #watchDatabase(database: IDBDatabase): void {
    const begin = database.transaction.bind(database);
    database.transaction = (stores, mode, options) => {
      if (this.#isOver) throw new DOMException('The tab is no more', 'InvalidStateError');
      const transaction = begin(stores, mode, options);
      if (mode === 'readwrite') this.#watch(transaction, this.#isStrict(options?.durability));
      return transaction;
    };
  }

  #watch(transaction: IDBTransaction, isStrict: boolean): void {
    this.#active.add(transaction);
    transaction.addEventListener('abort', () => this.#active.delete(transaction));
    transaction.addEventListener('complete', () => {
      this.#active.delete(transaction);
      this.#disk.committed(transaction, isStrict);
      this.#step();
    });
    const commit = transaction.commit.bind(transaction);
    transaction.commit = () => {
      // From here on it can not be taken back.
      this.#active.delete(transaction);
      commit();
    };
    const objectStore = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) => {
      const store = objectStore(name);
      for (const write of writes) {
        const real = store[write].bind(store) as (...given: unknown[]) => IDBRequest;
        Object.assign(store, {
          [write]: (...given: unknown[]) => {
            this.#step();
            if (this.#isOver) throw new DOMException('The tab is no more', 'AbortError');
            return real(...given);
          },
        });
      }
      return store;
    };
  }

  #step(): void {
    if (this.#stepsLeft === null || this.#isOver) return;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft > 0) return;
    this.end();
    this.#onCrash();
  }
}
