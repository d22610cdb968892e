import type { TestDevice } from './sync-environment.ts';

function bytesAsText(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
  return ArrayBuffer.isView(value) ? Buffer.from(value.buffer).toString('latin1') : value;
}

/** All that a tablet's storage holds, as whoever takes it out would read it. */
export async function rawStorage(device: TestDevice): Promise<string> {
  const texts: string[] = [];
  for (const { name = '' } of await device.indexedDb.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      device.indexedDb.open(name).onsuccess = ({ target }) => resolve((target as IDBOpenDBRequest).result);
    });
    for (const store of database.objectStoreNames) {
      const opened = database.transaction(store).objectStore(store);
      const [keys, rows] = await Promise.all(
        [opened.getAllKeys(), opened.getAll()].map(
          (request) =>
            new Promise<unknown>((resolve) => {
              request.onsuccess = () => resolve(request.result);
            }),
        ),
      );
      texts.push(`${name} ${store} ${JSON.stringify([keys, rows], bytesAsText)}`);
    }
    database.close();
  }
  return texts.join('\n');
}
