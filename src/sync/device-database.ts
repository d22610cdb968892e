import { Dexie, type Table } from 'dexie';
import { uuidv7 } from 'uuidv7';
import type { SyncEnvironment } from './environment.ts';

interface KeyRecord {
  name: string;
  key: CryptoKey | CryptoKeyPair;
}

interface FactRecord {
  name: string;
  value: unknown;
}

/** What belongs to the tablet and not to a person: its id and its keys. Signing out leaves it alone. */
export class DeviceDatabase {
  readonly #environment: SyncEnvironment;
  #made: Dexie | null = null;

  constructor(environment: SyncEnvironment) {
    this.#environment = environment;
  }

  /** Made when it is first needed: the first rows of a screen do without. */
  get #dexie(): Dexie {
    this.#made ??= this.#layOut();
    return this.#made;
  }

  #layOut(): Dexie {
    const dexie = new Dexie('quillshelf:device', {
      ...this.#environment.indexedDb,
      chromeTransactionDurability: 'strict',
    });
    dexie.version(1).stores({ keys: 'name', facts: 'name' });
    return dexie;
  }

  get #keys(): Table<KeyRecord, string> {
    return this.#dexie.table('keys');
  }

  get #facts(): Table<FactRecord, string> {
    return this.#dexie.table('facts');
  }

  /** The key of that name, made on first use; two tabs that make one at the same moment both get the first. */
  async keepKey<Key extends CryptoKey | CryptoKeyPair>(name: string, make: () => Promise<Key>): Promise<Key> {
    const present = await this.#keys.get(name);
    if (present) return present.key as Key;
    // Made before the transaction: one that waits for anything but the database ends by itself.
    const key = await make();
    return await this.#dexie.transaction('rw', this.#keys, async () => {
      const first = await this.#keys.get(name);
      if (first) return first.key as Key;
      await this.#keys.add({ name, key });
      return key;
    });
  }

  /** Says which tablet this is, in lists for teachers. `known`: what it was called before its storage was cleared. */
  async deviceId(known?: string): Promise<string> {
    return await this.#dexie.transaction('rw', this.#facts, async () => {
      const present = await this.#facts.get('device_id');
      if (typeof present?.value === 'string') return present.value;
      const value = known ?? uuidv7();
      await this.#facts.put({ name: 'device_id', value });
      return value;
    });
  }

  /** The id of a tablet that was looked at before; nothing is written, so nobody waits for it. */
  async knownId(): Promise<string | null> {
    const [id, canary] = await this.#facts.bulkGet(['device_id', 'canary']);
    return typeof id?.value === 'string' && canary ? id.value : null;
  }

  async readFact(name: string): Promise<unknown> {
    return (await this.#facts.get(name))?.value;
  }

  /** Names of facts that begin so; their values are not read. */
  async factNames(prefix: string): Promise<string[]> {
    return await this.#facts.where('name').startsWith(prefix).primaryKeys();
  }

  async writeFact(name: string, value: unknown): Promise<void> {
    await this.#facts.put({ name, value });
  }

  async deleteFact(name: string): Promise<void> {
    await this.#facts.delete(name);
  }

  /** Runs `work` on the facts alone: what it writes is there altogether or not at all. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#dexie.transaction('rw', this.#facts, work);
  }

  close(): void {
    this.#dexie.close();
  }
}

/** Opens the device's database for a moment. */
export async function withDeviceDatabase<Result>(
  environment: SyncEnvironment,
  work: (device: DeviceDatabase) => Promise<Result>,
): Promise<Result> {
  const device = new DeviceDatabase(environment);
  try {
    return await work(device);
  } finally {
    device.close();
  }
}
