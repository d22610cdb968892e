import type { Dexie, Table } from 'dexie';
import { uuidv7 } from 'uuidv7';
import { databaseOf, type DatabaseLayout } from './connection.ts';
import type { SyncEnvironment } from './environment.ts';

interface KeyRecord {
  name: string;
  key: CryptoKey | CryptoKeyPair;
}

export interface FactRecord {
  name: string;
  value: unknown;
}

const layout: DatabaseLayout = {
  name: 'quillshelf:device',
  takesLater: true,
  describe(dexie) {
    dexie.version(1).stores({ keys: 'name', facts: 'name' });
  },
};

/** What is known of the tablet and of those who use it, by names. */
export interface DeviceFacts {
  readFact(name: string): Promise<unknown>;
  /** Names of facts that begin so; their values are not read. */
  factNames(prefix: string): Promise<string[]>;
  writeFact(name: string, value: unknown): Promise<void>;
  deleteFact(name: string): Promise<void>;
}

class StoredFacts implements DeviceFacts {
  readonly #facts: Table<FactRecord, string>;

  constructor(facts: Table<FactRecord, string>) {
    this.#facts = facts;
  }

  async readFact(name: string): Promise<unknown> {
    return (await this.#facts.get(name))?.value;
  }

  factNames(prefix: string): Promise<string[]> {
    return this.#facts.where('name').startsWith(prefix).primaryKeys();
  }

  /** Those whose names begin so. */
  readFacts(prefix: string): Promise<FactRecord[]> {
    return this.#facts.where('name').startsWith(prefix).toArray();
  }

  async writeFact(name: string, value: unknown): Promise<void> {
    await this.#facts.put({ name, value });
  }

  async deleteFact(name: string): Promise<void> {
    await this.#facts.delete(name);
  }
}

/** What belongs to the tablet and not to a person: its id and its keys. Signing out leaves it alone. */
export class DeviceDatabase extends StoredFacts {
  readonly #dexie: Dexie;
  readonly #keys: Table<KeyRecord, string>;

  constructor({ indexedDb }: Pick<SyncEnvironment, 'indexedDb'>) {
    const dexie = databaseOf(indexedDb, layout);
    super(dexie.table('facts'));
    this.#dexie = dexie;
    this.#keys = dexie.table('keys');
  }

  /** Null where there is none. */
  async readKey<Key extends CryptoKey>(name: string): Promise<Key | null> {
    return ((await this.#keys.get(name))?.key as Key | undefined) ?? null;
  }

  async dropKey(name: string): Promise<void> {
    await this.#keys.delete(name);
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
  deviceId(known?: string): Promise<string> {
    return this.together((facts) => deviceIdIn(facts, known));
  }

  /** The id of a tablet that was looked at before; nothing is written, so nobody waits for it. */
  async knownId(): Promise<string | null> {
    const [id, canary] = await Promise.all([this.readFact('device_id'), this.readFact('canary')]);
    return typeof id === 'string' && canary ? id : null;
  }

  /** Runs `work` on the facts alone: what it writes is there altogether or not at all, and nothing else may be waited for. */
  together<Result>(work: (facts: DeviceFacts) => Promise<Result>): Promise<Result> {
    return this.#dexie.transaction('rw', 'facts', async () => await work(this));
  }

  close(): void {
    this.#dexie.close();
  }
}

/** The id of the tablet, made on first use. */
export async function deviceIdIn(facts: DeviceFacts, known?: string): Promise<string> {
  const present = await facts.readFact('device_id');
  if (typeof present === 'string') return present;
  const value = known ?? uuidv7();
  await facts.writeFact('device_id', value);
  return value;
}

/** Opens the device's database for a moment. */
export async function withDeviceDatabase<Result>(
  environment: Pick<SyncEnvironment, 'indexedDb'>,
  work: (device: DeviceDatabase) => Promise<Result>,
): Promise<Result> {
  const device = new DeviceDatabase(environment);
  try {
    return await work(device);
  } finally {
    device.close();
  }
}
