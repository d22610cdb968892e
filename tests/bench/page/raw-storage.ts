// The contestant: IndexedDB by itself, with nothing between it and the page, and as strict as the offline core.

const name = 'raw';

/** As in the offline core, a commit is on the disk when it is said to be done. */
function begin(database: IDBDatabase, ...stores: readonly string[]): IDBTransaction {
  return database.transaction(stores, 'readwrite', { durability: 'strict' });
}

function committed(transaction: IDBTransaction): Promise<void> {
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error(String(transaction.error))));
  });
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(String(request.error))));
  });
}

export function openRaw(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('records');
    request.result.createObjectStore('calls', { autoIncrement: true });
  });
  return answered(request);
}

/** The database of the offline core, opened by nothing but the browser. */
export function openByHand(core: string): Promise<IDBDatabase> {
  return answered(indexedDB.open(core));
}

/** The word that nothing waits, which has to be known before any row is shown, and the rows of a class, in one transaction. */
export async function readByHand(core: IDBDatabase, scope: string): Promise<number> {
  const transaction = core.transaction(['outbox', 'settled', 'pictures', 'meta', 'rows']);
  const [record, rest] = await Promise.all([
    answered<unknown>(transaction.objectStore('rows').get(['students', scope, 0])),
    answered<unknown>(transaction.objectStore('meta').get('at_rest')),
  ]);
  if (rest === undefined) throw new Error('Something waits, and the outbox has to be read');
  return (record as { count: number }).count;
}

/** One transaction with a record for each key. */
export async function writeRecords(
  database: IDBDatabase,
  records: ReadonlyMap<string, unknown>,
): Promise<void> {
  const transaction = begin(database, 'records');
  const store = transaction.objectStore('records');
  for (const [key, record] of records) store.put(record, key);
  await committed(transaction);
}

export function readRecord(database: IDBDatabase, key: string): Promise<unknown> {
  return answered(database.transaction('records').objectStore('records').get(key));
}

/** One transaction with small records, as a queued call is one. */
export async function addRecords(database: IDBDatabase, records: readonly unknown[]): Promise<void> {
  const transaction = begin(database, 'calls');
  const store = transaction.objectStore('calls');
  for (const record of records) store.add(record);
  await committed(transaction);
}

/** Takes all small records away and stores the others, a record for each key, in one transaction. */
export async function replaceRecords(
  database: IDBDatabase,
  records: ReadonlyMap<string, unknown>,
): Promise<void> {
  const transaction = begin(database, 'calls', 'records');
  transaction.objectStore('calls').delete(IDBKeyRange.lowerBound(0));
  for (const [key, record] of records) transaction.objectStore('records').put(record, key);
  await committed(transaction);
}

export async function deleteDatabase(database: string): Promise<void> {
  await answered(indexedDB.deleteDatabase(database));
}
