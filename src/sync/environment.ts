/**
 * Everything that the offline core takes from the world. The browser's stands in `browser-environment.ts`; tests hand
 * in a clock that they move, a network that fails, locks and storage that crash.
 */
export interface SyncEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to but not including 1. */
  random(): number;
  /** Runs `work` later; what comes back calls it off. */
  setTimer(work: () => void, milliseconds: number): () => void;
  /** IndexedDB and its key ranges. */
  indexedDb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof IDBKeyRange };
  crypto: SubtleCrypto;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Iterations of PBKDF2 between a password and its key. */
  keyRounds: number;
  locks: Locks;
  /** A line to the other tabs of this device; what is sent does not come back. */
  openChannel(name: string): Channel;
  /** Moments at which a drain is worth a try: back online, visible again, shown again. Returns how to stop listening. */
  onWake(wake: () => void): () => void;
  /** Nobody looks any more, and the page may be gone before anybody does. Returns how to stop listening. */
  onLeave(left: () => void): () => void;
  /** False while nobody looks; polling then rests. */
  isVisible(): boolean;
  /** Asks for a wake-up when the network is back, where the browser has such a thing. */
  requestBackgroundSync?(): void;
  /** What the browser says of the room it gives, where it has such a thing. */
  storage?: StorageRoom;
}

export interface StorageRoom {
  /** Asks the browser to keep what is stored, and answers whether it does. A person may be asked. */
  persist(): Promise<boolean>;
  /** Whether it keeps what is stored; null where it does not say. */
  persisted(): Promise<boolean | null>;
  /** Bytes that may still be stored; null where the browser does not say. */
  free(): Promise<number | null>;
  /** A short text kept apart from IndexedDB, by which a store that was cleared is noticed. */
  readMarker(): string | null;
  writeMarker(text: string): void;
}

export interface Locks {
  /**
   * Runs `work` alone among all tabs and workers of the device. `if_free`: answers null at once where somebody else
   * holds the lock. `steal`: takes it from a holder that does not let go, such as a frozen tab. `wait`: answers when its
   * turn came and `work` is done, or null where `signal` ended the waiting before.
   */
  run<Result>(
    name: string,
    mode: 'if_free' | 'steal' | 'wait',
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | null>;
}

export interface Channel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
  close(): void;
}
