import { uuidv7 } from 'uuidv7';
import type { Device } from '#src/session/use-device.ts';
import type { DeviceFacts } from '#src/sync/device-watch.ts';

/** The watch over a tablet as screens see it, saying what a test wants. */
export class FakeDevice implements Device {
  /** How often somebody read that the storage was cleared. */
  read = 0;
  readonly #listeners = new Set<() => void>();
  #facts: DeviceFacts;

  constructor(facts: Partial<DeviceFacts> = {}) {
    this.#facts = {
      device_id: uuidv7(),
      unsent_of_others: 0,
      others: 0,
      free_bytes: 2_400_000_000,
      storage_persisted: true,
      is_reported: true,
      wipe: null,
      ...facts,
    };
  }

  facts(): DeviceFacts {
    return this.#facts;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  noteWipeRead(): Promise<void> {
    this.read += 1;
    this.#facts = { ...this.#facts, wipe: null };
    for (const listener of this.#listeners) listener();
    return Promise.resolve();
  }
}
