import type { DrainEnvironment, PictureSending } from './drain-environment.ts';
import type { Channel, Locks, StorageRoom, SyncEnvironment } from './environment.ts';

/** The tag under which the service worker is woken when the network is back. */
export const backgroundSyncTag = 'drain';

/** As many as OWASP asks for. They cost a tablet about a second, and an attacker as much for each guess. */
const keyRounds = 600_000;

/** What pages and workers have alike. */
function everywhere() {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    setTimer(work: () => void, milliseconds: number) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    indexedDb: { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange },
    crypto: crypto.subtle,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    keyRounds,
    locks: 'locks' in navigator ? webLocks : unlocked,
    openChannel(name: string): Channel {
      const channel = new BroadcastChannel(name);
      return {
        send: (message) => channel.postMessage(message),
        listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
        close: () => channel.close(),
      };
    },
    storage: browserStorage,
  } satisfies Partial<SyncEnvironment>;
}

/** The world as the browser gives it. */
export function browserEnvironment(): DrainEnvironment {
  return {
    ...everywhere(),
    onWake(wake) {
      const whenVisible = () => {
        if (document.visibilityState === 'visible') wake();
      };
      const whenAsked = (event: MessageEvent) => {
        if (event.data === backgroundSyncTag) wake();
      };
      globalThis.addEventListener('online', wake);
      globalThis.addEventListener('pageshow', wake);
      document.addEventListener('visibilitychange', whenVisible);
      navigator.serviceWorker?.addEventListener('message', whenAsked);
      return () => {
        globalThis.removeEventListener('online', wake);
        globalThis.removeEventListener('pageshow', wake);
        document.removeEventListener('visibilitychange', whenVisible);
        navigator.serviceWorker?.removeEventListener('message', whenAsked);
      };
    },
    onLeave(left) {
      const whenHidden = () => {
        if (document.visibilityState === 'hidden') left();
      };
      document.addEventListener('visibilitychange', whenHidden);
      return () => document.removeEventListener('visibilitychange', whenHidden);
    },
    isVisible: () => document.visibilityState === 'visible',
    requestBackgroundSync() {
      if (!('serviceWorker' in navigator)) return;
      navigator.serviceWorker.ready
        .then((registration) => (registration as WithSync).sync?.register(backgroundSyncTag))
        // Refused in private windows and where the person switched it off: our own timers do without.
        .catch(() => undefined);
    },
    loadPictureSending: () => import(/* part: writing */ './send-pictures.ts'),
  };
}

/** The same in a service worker: it is one file, nobody looks at it, and nothing but its own events wakes it. */
export function workerEnvironment(pictureSending: PictureSending): DrainEnvironment {
  return {
    ...everywhere(),
    onWake: () => () => undefined,
    onLeave: () => () => undefined,
    isVisible: () => false,
    loadPictureSending: () => Promise.resolve(pictureSending),
  };
}

const markerKey = 'quillshelf-device';

// Absent in old browsers and without https, whatever the type says.
const manager = () => (navigator as { storage?: Partial<StorageManager> }).storage;

const browserStorage: StorageRoom = {
  persist: async () => (await manager()?.persist?.()) ?? false,
  persisted: async () => (await manager()?.persisted?.()) ?? null,
  async free() {
    const { quota, usage } = (await manager()?.estimate?.()) ?? {};
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  },
  readMarker() {
    try {
      return localStorage.getItem(markerKey);
    } catch {
      // Switched off by the person; then nothing can be noticed by it.
      return null;
    }
  },
  writeMarker(text) {
    try {
      localStorage.setItem(markerKey, text);
    } catch {
      // Switched off, or as full as the rest: the marker of before stays, which is better than none.
    }
  },
};

/** Background Sync is not in TypeScript's library. @see WICG Background Synchronization */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

const webLocks: Locks = {
  async run(name, mode, work, signal) {
    const asked: Record<typeof mode, LockOptions> = {
      if_free: { ifAvailable: true },
      steal: { steal: true },
      wait: signal ? { signal } : {},
    };
    try {
      return await navigator.locks.request(name, asked[mode], (lock) => (lock === null ? null : work()));
    } catch (error) {
      // Another tab took the lock because we did not let go: its run counts, ours is over. Or the waiting is over.
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  },
};

/** Two drains at once are harmless, because the server applies each call once (law 2); the lock only saves work. */
const unlocked: Locks = { run: (_name, _mode, work) => work() };
