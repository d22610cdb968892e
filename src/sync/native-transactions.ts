/*
 * Transactions of the browser itself, on the connection that Dexie opened and looks after (`connection.ts`). This is the one module
 * that has any, and what a person's work depends on goes through it:
 *
 * - Each is strict, and a call by itself is committed at once instead of when the browser notes that nothing more comes (law 1).
 *   Whoever saves waits for this one write; through a table of Dexie's it took about twice as long.
 * - What is read before the first rows are shown is one transaction with as many requests as there are records (law 8).
 * - A transaction is handed on by name, so that "inside of it" is a type, and what is to be written beside each row that comes
 *   (`WithPuts`) can be forgotten by nobody (law 6). Dexie finds a transaction by where the code runs.
 *
 * All else on the device is Dexie's tables.
 */

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

export const nothingBeside: WithPuts = { stores: [], before: () => undefined };

export async function addAll(
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
export async function writeTogether<Stores, Result>(
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
