/** The part of `Storage` that the session needs; tests hand in a map. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Lasts as long as the page, for browsers in which storage is switched off: signing in then works until a reload. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function usable(kind: 'localStorage' | 'sessionStorage'): KeyValueStorage {
  try {
    const storage = window[kind];
    const probe = 'quillshelf-probe';
    storage.setItem(probe, '1');
    storage.removeItem(probe);
    return storage;
  } catch {
    // Reading the property already throws where the person blocked site data.
    return memoryStorage();
  }
}

/** Outlives the browser and is shared by all tabs. */
export const deviceStorage = usable('localStorage');

/** Ends with the tab. */
export const tabStorage = usable('sessionStorage');
