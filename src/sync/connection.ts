import { Dexie } from 'dexie';
import type { SyncEnvironment } from './environment.ts';
import { addAll, nothingBeside, readTogether, writeTogether, type WithPuts } from './native-transactions.ts';

/** Data of a newer version of the app is here: this one must not write. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';

  constructor() {
    super('This device has data of a newer version of the app. Please reload.');
  }
}

/** What a database is called, and what it looks like. */
export interface DatabaseLayout {
  readonly name: string;
  /** Each version of it, for Dexie, which makes a database of this version of one of an earlier version. */
  describe(dexie: Dexie): void;
  /** True where one of a later version may be used as it is. */
  readonly takesLater: boolean;
  /** What is written together with each row that comes into a store. */
  readonly withPuts?: WithPuts;
}

type IndexedDb = SyncEnvironment['indexedDb'];

/**
 * The database of this layout: Dexie opens it when it is first needed and once more where it went, and brings it up to date.
 * @throws NewerDataError when it is opened
 */
export function databaseOf({ indexedDB, IDBKeyRange }: IndexedDb, layout: DatabaseLayout): Dexie {
  const dexie: Dexie = new Dexie(layout.name, {
    indexedDB: {
      open(name: string, version?: number): IDBOpenDBRequest {
        // Where there is one of a later version, Dexie asks for whichever it is, and then to add the stores that it misses in it.
        if (version === Math.round(dexie.verno * 10)) return indexedDB.open(name, version);
        if (!layout.takesLater) throw new NewerDataError();
        return indexedDB.open(name);
      },
      ...elsewhere,
    },
    IDBKeyRange,
    // What was committed survives a crash (law 1).
    chromeTransactionDurability: 'strict',
    // Rows are given out as they lie there.
    cache: 'disabled',
  });
  layout.describe(dexie);
  // A newer version of the app wants to change it, or somebody to delete it, and waits for us.
  dexie.on('versionchange', () => {
    dexie.close({ disableAutoOpen: false });
    // Dexie would do the same and say in the console that it did.
    return false;
  });
  return dexie;
}

/** The rest of what Dexie asks a browser for. */
const elsewhere = {
  /** Where a browser cannot list its databases, Dexie would keep a list in one more. Ours are found by the people (`unsent.ts`). */
  databases: (): Promise<IDBDatabaseInfo[]> => Promise.resolve([]),
  /**
   * Nobody deletes a database but Dexie, where it looked for one that is not there: the browser makes one to look into and takes it
   * back itself. By the time that Dexie asks, another tab may have made it, with work in it.
   */
  deleteDatabase(): Pick<IDBOpenDBRequest, 'onsuccess' | 'onerror'> {
    const request: { onsuccess: (() => void) | null; onerror: null } = { onsuccess: null, onerror: null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  },
};

/** The database of a person on this device; `ofPerson` in `unsent.ts` reads the name. */
export const personDatabase = ({ tenant_id, user_id }: { tenant_id: string; user_id: string }): string =>
  `quillshelf:${tenant_id}:${user_id}`;

/** A database as it is, whatever its version; null where there is none, and none is made. */
export async function openExisting(
  { indexedDB, IDBKeyRange }: IndexedDb,
  name: string,
): Promise<Dexie | null> {
  const dexie = new Dexie(name, {
    indexedDB: { open: () => indexedDB.open(name), ...elsewhere },
    IDBKeyRange,
    cache: 'disabled',
  });
  try {
    return await dexie.open();
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchDatabaseError') return null;
    throw error;
  }
}

/** Whether it says that the connection went or did not come, and not that the work is wrong. */
function isOfConnection(error: unknown): boolean {
  return error instanceof Error && ['UnknownError', 'InvalidStateError'].includes(error.name);
}

/**
 * Dexie's connection to one database, for the transactions of `native-transactions.ts`. Where it went, as browsers on tablets lose
 * one now and then, it is opened once more.
 */
export class Connection<Shape> {
  readonly #dexie: Dexie;
  readonly #withPuts: WithPuts;
  #opening: Promise<IDBDatabase> | null = null;
  #isClosed = false;

  constructor({ indexedDb }: Pick<SyncEnvironment, 'indexedDb'>, layout: DatabaseLayout) {
    this.#dexie = databaseOf(indexedDb, layout);
    this.#dexie.on('close', () => {
      this.#opening = null;
    });
    this.#withPuts = layout.withPuts ?? nothingBeside;
  }

  /** @throws NewerDataError */
  open(): Promise<IDBDatabase> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<IDBDatabase> {
    if (!this.#isClosed) await this.#dexie.open();
    // Not before it is there: Dexie gives up one that is being opened, and leaves it open.
    if (this.#isClosed) this.#dexie.close();
    return this.#dexie.backendDB() ?? notThere();
  }

  /** For good: what is still under way fails, and nothing is read or written any more. */
  close(): void {
    this.#isClosed = true;
    if (this.#dexie.isOpen()) this.#dexie.close();
  }

  /** Reads as of one moment. */
  read<Name extends keyof Shape & string, Result>(
    names: readonly Name[],
    work: (stores: Pick<Shape, Name>) => Promise<Result>,
  ): Promise<Result> {
    return this.run((database) => readTogether(database, names, work));
  }

  /** What `work` writes is there altogether or not at all; resolves once it is on the disk. */
  write<Name extends keyof Shape & string, Result>(
    names: readonly Name[],
    work: (stores: Pick<Shape, Name>) => Promise<Result>,
  ): Promise<Result> {
    return this.run((database) => writeTogether(database, names, work, this.#withPuts));
  }

  /**
   * Adds rows to a store, all of them or none. One by itself is committed at once, without waiting for whether more comes. To be
   * asked inside of `run`.
   */
  addAll(
    database: IDBDatabase,
    name: keyof Shape & string,
    rows: readonly unknown[],
  ): Promise<IDBValidKey[]> {
    return addAll(database, name, rows, this.#withPuts);
  }

  /** Where the connection went, `work` runs a second time, perhaps after what it wrote was committed. */
  async run<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const database = await this.open();
    try {
      return await work(database);
    } catch (error) {
      if (this.#isClosed || !isOfConnection(error)) throw error;
      // Where it was left already, the next one is being opened, or is there.
      if (this.#dexie.backendDB() === database) this.#dexie.close({ disableAutoOpen: false });
      return await work(await this.open());
    }
  }
}

function notThere(): never {
  throw new DOMException('This database was closed.', 'InvalidStateError');
}
