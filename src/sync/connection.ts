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
  /** What is written together with each row that comes into a store. */
  readonly withPuts?: WithPuts;
}

/** `before` is called before rows are put, with their store, in a transaction that reaches `stores` as well. */
export interface WithPuts {
  readonly stores: readonly string[];
  before(transaction: IDBTransaction, store: string): void;
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
  readonly #transaction: IDBTransaction;
  readonly #name: string;
  readonly #withPuts: WithPuts;
  #asked: IDBObjectStore | null = null;

  constructor(transaction: IDBTransaction, name: string, withPuts: WithPuts) {
    this.#transaction = transaction;
    this.#name = name;
    this.#withPuts = withPuts;
  }

  /** Mostly a transaction reaches more stores than it asks. */
  get #store(): IDBObjectStore {
    return (this.#asked ??= this.#transaction.objectStore(this.#name));
  }

  #beforePut(): void {
    this.#withPuts.before(this.#transaction, this.#name);
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

  /** How many rows there are. */
  count(): Promise<number> {
    return answerOf(this.#store.count());
  }

  /** @returns its key, which the database may have given it: `Added` is the row without one */
  add(row: Added): Promise<Key> {
    this.#beforePut();
    return answerOf(this.#store.add(row));
  }

  put(row: Row): void {
    this.#beforePut();
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
  readonly #withPuts: WithPuts;
  #opening: Promise<IDBDatabase> | null = null;
  /** The one that is open. */
  #database: IDBDatabase | null = null;
  #isClosed = false;

  constructor({ indexedDb }: Pick<SyncEnvironment, 'indexedDb'>, layout: DatabaseLayout) {
    this.#factory = indexedDb.indexedDB;
    this.#layout = layout;
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
      this.#leave(database);
      return await work(await this.open());
    }
  }
}

async function addAll(
  database: IDBDatabase,
  name: string,
  rows: readonly unknown[],
  withPuts: WithPuts,
): Promise<IDBValidKey[]> {
  const transaction = database.transaction([name, ...withPuts.stores], 'readwrite', { durability: 'strict' });
  const ended = endOf(transaction);
  const store = transaction.objectStore(name);
  withPuts.before(transaction, name);
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

const nothingBeside: WithPuts = { stores: [], before: () => undefined };

function storesOf<Stores>(
  transaction: IDBTransaction,
  names: readonly (keyof Stores & string)[],
  withPuts: WithPuts,
): Stores {
  const stores: Record<string, unknown> = {};
  for (const name of names) stores[name] = new Store(transaction, name, withPuts);
  return stores as Stores;
}

/** What is read is as of one moment. */
export async function readTogether<Stores, Result>(
  database: IDBDatabase,
  names: readonly (keyof Stores & string)[],
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(names);
  try {
    return await work(storesOf(transaction, names, nothingBeside));
  } catch (error) {
    undo(transaction);
    throw transaction.error ?? error;
  }
}

/** What is written is there altogether or not at all, and waited for until it is on the disk. */
async function writeTogether<Stores, Result>(
  database: IDBDatabase,
  names: readonly (keyof Stores & string)[],
  work: (stores: Stores) => Promise<Result>,
  withPuts: WithPuts,
): Promise<Result> {
  const reached = [...new Set([...names, ...withPuts.stores])];
  const transaction = database.transaction(reached, 'readwrite', { durability: 'strict' });
  const ended = endOf(transaction);
  try {
    const result = await work(storesOf(transaction, names, withPuts));
    if ((await ended) === 'undone') throw calledOff();
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
