import type { Page } from 'playwright';
import { reserveBytes } from '#src/sync/storage.ts';

/**
 * Everything that a page of this address can read on this device, as one text. But for the reserve: among a million random
 * bytes each short name turns up now and then.
 */
export function readDevice(page: Page): Promise<string> {
  return page.evaluate(async (reserve) => {
    const read = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value) && value.byteLength === reserve) return 'the reserve';
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof CryptoKey)
        return `a key, ${value.extractable ? 'which can be taken out' : 'sealed in'}`;
      if (Array.isArray(value)) return value.map(read);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]));
      return value;
    };
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')));
      });
    const found: unknown[] = [
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(name, store, read(await answer(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url);
      const api = (await cache.matchAll()).filter(({ url }) => url.includes('/api/'));
      for (const response of api) found.push(await response.text());
    }
    return JSON.stringify(found);
  }, reserveBytes);
}
