import type { StorageRoom } from '#src/sync/environment.ts';

/** A browser's word on storage, as a test sets it. The marker outlives what is done to IndexedDB. */
export class TestStorageRoom implements StorageRoom {
  marker: string | null = null;
  /** What the browser answers when it is asked to keep what is stored. */
  grants = true;
  kept: boolean | null = false;
  asked = 0;
  freeBytes: number | null = 1_000_000_000;

  persist(): Promise<boolean> {
    this.asked += 1;
    this.kept = this.grants;
    return Promise.resolve(this.grants);
  }

  persisted(): Promise<boolean | null> {
    return Promise.resolve(this.kept);
  }

  free(): Promise<number | null> {
    return Promise.resolve(this.freeBytes);
  }

  readMarker(): string | null {
    return this.marker;
  }

  writeMarker(text: string): void {
    this.marker = text;
  }
}
