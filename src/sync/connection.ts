import type { SyncEnvironment } from './environment.ts';

/** Data of a newer version of the app is here: this one must not write. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';

  constructor() {
    super('This device has data of a newer version of the app. Please reload.');
  }
}

/** What a database is called, its version, and how one of an earlier version becomes one of this. */
export interface DatabaseLayout {
  readonly name: string;
  readonly version: number;
  /** `from`: the version that is there; 0 where there is none. */
  upgrade(database: IDBDatabase, transaction: IDBTransaction, from: number): void;
  /** True where one of a later version may be used as it is. */
  readonly takesLater: boolean;
}

function calledOff(): DOMException {
  return new DOMException('The database called this off.', 'AbortError');
}

function answerOf<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Answer));
    request.addEventListener('error', () => reject(request.error ?? calledOff()));
  });
}

/**
 * A store inside of one transaction, whose answers are all that may be waited for while it lasts. What is put or deleted is not
 * waited for at all: the commit is, and fails with it.
 */
export class Store<Row, Key extends IDBValidKey, Added = Row> {
  readonly #store: IDBObjectStore;

  constructor(store: IDBObjectStore) {
    this.#store = store;
  }

  get(key: Key): Promise<Row | undefined> {
    return answerOf(this.#store.get(key));
  }

  /** In the order of the keys that are asked for. */
  async getMany(keys: readonly Key[]): Promise<(Row | undefined)[]> {
    const requests = keys.map((key) => this.#store.get(key));
    const last = requests.at(-1);
    // They are answered one after the other, and each answer that is listened to costs more than what is in it.
    if (last) await answerOf(last);
    return requests.map(({ result }) => result as Row | undefined);
  }

  getAll(range?: IDBKeyRange): Promise<Row[]> {
    return answerOf(this.#store.getAll(range));
  }

  getAllKeys(range?: IDBKeyRange): Promise<Key[]> {
    return answerOf(this.#store.getAllKeys(range));
  }

  /** @returns its key, which the database may have given it: `Added` is the row without one */
  add(row: Added): Promise<Key> {
    return answerOf(this.#store.add(row));
  }

  put(row: Row): void {
    this.#store.put(row);
  }

  delete(keys: Key | IDBKeyRange): void {
    this.#store.delete(keys);
  }

  clear(): void {
    this.#store.clear();
  }
}

/** Whether it says that the connection went or did not come, and not that the work is wrong. */
function isOfConnection(error: unknown): boolean {
  return error instanceof Error && ['UnknownError', 'InvalidStateError'].includes(error.name);
}

/**
 * A connection to one database. It is opened when it is first needed, and once more where it went: browsers on tablets lose one
 * now and then. Every transaction is strict: what was committed survives a crash (law 1).
 */
export class Connection<Shape> {
  readonly #factory: IDBFactory;
  readonly #layout: DatabaseLayout;
  #opening: Promise<IDBDatabase> | null = null;
  /** The one that is open. */
  #database: IDBDatabase | null = null;
  #isClosed = false;

  constructor({ indexedDb }: Pick<SyncEnvironment, 'indexedDb'>, layout: DatabaseLayout) {
    this.#factory = indexedDb.indexedDB;
    this.#layout = layout;
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
    if (this.#isClosed) throw closed();
    const database = await inTwoTries(() => openDatabase(this.#factory, this.#layout));
    if (this.#isClosed) {
      database.close();
      throw closed();
    }
    this.#database = database;
    // A newer version of the app wants to change it, or somebody to delete it, and waits for us.
    database.addEventListener('versionchange', () => this.#leave(database));
    database.addEventListener('close', () => this.#leave(database));
    return database;
  }

  /** Where it was left already, the next one is being opened, or is there. */
  #leave(database: IDBDatabase): void {
    database.close();
    if (this.#database !== database) return;
    this.#database = null;
    this.#opening = null;
  }

  /** For good: what is still under way fails, and nothing is read or written any more. */
  close(): void {
    this.#isClosed = true;
    this.#opening?.then(
      (database) => database.close(),
      // It never opened, and whoever waits for it has heard of that.
      () => undefined,
    );
  }

  /** Reads as of one moment. */
  read<Name extends keyof Shape & string, Result>(
    names: readonly Name[],
    work: (stores: Pick<Shape, Name>) => Promise<Result>,
  ): Promise<Result> {
    return this.run((database) => inTransaction(database, names, 'readonly', work));
  }

  /** What `work` writes is there altogether or not at all; resolves once it is on the disk. */
  write<Name extends keyof Shape & string, Result>(
    names: readonly Name[],
    work: (stores: Pick<Shape, Name>) => Promise<Result>,
  ): Promise<Result> {
    return this.run((database) => inTransaction(database, names, 'readwrite', work));
  }

  /** Where the connection went, `work` runs a second time, perhaps after what it wrote was committed. */
  async run<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const database = await this.open();
    try {
      return await work(database);
    } catch (error) {
      if (this.#isClosed || !isOfConnection(error)) throw error;
      this.#leave(database);
      return await work(await this.open());
    }
  }
}

/** Adds rows to a store, all of them or none. One by itself is committed at once, without waiting for whether more comes. */
export async function addAll(
  database: IDBDatabase,
  name: string,
  rows: readonly unknown[],
): Promise<IDBValidKey[]> {
  const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
  const ended = endOf(transaction);
  const store = transaction.objectStore(name);
  const requests = rows.map((row) => store.add(row));
  // Of several, a browser could keep those that came before one that it refuses after this.
  if (requests.length === 1) transaction.commit();
  if ((await ended) === 'committed') return requests.map(({ result }) => result);
  // Not every browser hands the reason on once the commit was asked for.
  // One that was never answered has none, and does not want to be asked.
  const answered = requests.filter(({ readyState }) => readyState === 'done');
  const reasons = answered.flatMap(({ error }) => error ?? []);
  const refusal = reasons.find(({ name: reason }) => reason !== 'AbortError');
  throw refusal ?? transaction.error ?? calledOff();
}

/** Whether what it wrote is on the disk, or nothing of it. */
function endOf(transaction: IDBTransaction): Promise<'committed' | 'undone'> {
  return new Promise((end) => {
    transaction.addEventListener('complete', () => end('committed'));
    transaction.addEventListener('abort', () => end('undone'));
  });
}

function closed(): DOMException {
  return new DOMException('This database was closed.', 'InvalidStateError');
}

/** What is read is as of one moment; what is written is there altogether or not at all, and waited for until it is on the disk. */
export async function inTransaction<Stores, Result>(
  database: IDBDatabase,
  names: readonly (keyof Stores & string)[],
  mode: 'readonly' | 'readwrite',
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(names, mode, { durability: 'strict' });
  const ended = endOf(transaction);
  const stores = Object.fromEntries(names.map((name) => [name, new Store(transaction.objectStore(name))]));
  try {
    const result = await work(stores as Stores);
    if (mode === 'readwrite' && (await ended) === 'undone') throw calledOff();
    return result;
  } catch (error) {
    undo(transaction);
    await ended;
    // What the database gave up for, such as a full device, says more than that an answer did not come.
    throw transaction.error ?? error;
  }
}

/** Takes back what was written. One that is over refuses that: it was taken back already, or did nothing but read. */
function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
  }
}

/** Browsers on tablets fail at opening a database now and then, and manage it at once when they are asked again. */
async function inTwoTries<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (!isOfConnection(error)) throw error;
    return await open();
  }
}

async function openDatabase(factory: IDBFactory, layout: DatabaseLayout): Promise<IDBDatabase> {
  try {
    return await opened(factory.open(layout.name, layout.version), layout);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'VersionError') throw error;
    if (!layout.takesLater) throw new NewerDataError();
    return await opened(factory.open(layout.name), layout);
  }
}

function opened(request: IDBOpenDBRequest, layout: DatabaseLayout): Promise<IDBDatabase> {
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (request.transaction) layout.upgrade(request.result, request.transaction, oldVersion);
  });
  return answerOf(request);
}

/** Opens a database as it is, whatever its version; null where there is none, and none is made. */
export function openExisting(factory: IDBFactory, name: string): Promise<IDBDatabase | null> {
  return inTwoTries(() => openAsItIs(factory, name));
}

function openAsItIs(factory: IDBFactory, name: string): Promise<IDBDatabase | null> {
  let isNew = false;
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => {
    isNew = true;
    request.transaction?.abort();
  });
  return answerOf<IDBDatabase>(request).catch((error: unknown) => {
    if (isNew) return null;
    throw error;
  });
}
