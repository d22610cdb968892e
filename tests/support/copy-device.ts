import { TestDevice } from './sync-environment.ts';

interface StoreCopy {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly records: readonly unknown[];
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database did not answer', { cause: request.error }));
  });
}

/** A tablet with the storage that this one has at the moment, as when a backup of then is put back later. */
export async function copyDevice({ indexedDb }: TestDevice): Promise<TestDevice> {
  const copy = new TestDevice();
  for (const { name = '', version } of await indexedDb.databases()) {
    const database = await answerOf(indexedDb.open(name));
    const stores = [...database.objectStoreNames].map((store) =>
      database.transaction(store).objectStore(store),
    );
    const copies = await Promise.all(
      stores.map(async (store): Promise<StoreCopy> => {
        const { keyPath, autoIncrement } = store;
        return { name: store.name, keyPath, autoIncrement, records: await answerOf(store.getAll()) };
      }),
    );
    database.close();
    const request = copy.indexedDb.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: store, keyPath, autoIncrement, records } of copies) {
        const made = request.result.createObjectStore(store, { keyPath, autoIncrement });
        for (const record of records) made.add(record);
      }
    };
    (await answerOf(request)).close();
  }
  return copy;
}
