import type { Page } from 'playwright';

/** Names of what this device keeps of people over a reload; what they say is sealed. */
export function localDrafts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        indexedDB.open('quillshelf:device').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const names = database.transaction('facts').objectStore('facts').getAllKeys();
          names.onsuccess = () => {
            database.close();
            resolve(names.result.map(String).filter((name) => name.startsWith('keepsake ')));
          };
        };
      }),
  );
}
