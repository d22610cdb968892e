import { uuidv7 } from 'uuidv7';
import { Connection, type DatabaseLayout, type Store } from './connection.ts';
import type { SyncEnvironment } from './environment.ts';

interface KeyRecord {
  name: string;
  key: CryptoKey | CryptoKeyPair;
}

interface FactRecord {
  name: string;
  value: unknown;
}

interface DeviceStores {
  keys: Store<KeyRecord, string>;
  facts: Store<FactRecord, string>;
}

const layout: DatabaseLayout = {
  name: 'quillshelf:device',
  version: 10,
  takesLater: true,
  upgrade(database) {
    for (const store of ['keys', 'facts']) database.createObjectStore(store, { keyPath: 'name' });
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

/** Facts inside of one transaction. */
class StoredFacts implements DeviceFacts {
  readonly #facts: DeviceStores['facts'];
  readonly #keyRange: typeof IDBKeyRange;

  constructor({ facts }: Pick<DeviceStores, 'facts'>, keyRange: typeof IDBKeyRange) {
    this.#facts = facts;
    this.#keyRange = keyRange;
  }

  async readFact(name: string): Promise<unknown> {
    return (await this.#facts.get(name))?.value;
  }

  factNames(prefix: string): Promise<string[]> {
    return this.#facts.getAllKeys(this.#keyRange.bound(prefix, `${prefix}\uffff`));
  }

  async writeFact(name: string, value: unknown): Promise<void> {
    this.#facts.put({ name, value });
  }

  async deleteFact(name: string): Promise<void> {
    this.#facts.delete(name);
  }
}

/** What belongs to the tablet and not to a person: its id and its keys. Signing out leaves it alone. */
export class DeviceDatabase implements DeviceFacts {
  readonly #connection: Connection<DeviceStores>;
  readonly #keyRange: typeof IDBKeyRange;

  constructor(environment: Pick<SyncEnvironment, 'indexedDb'>) {
    this.#connection = new Connection(environment, layout);
    this.#keyRange = environment.indexedDb.IDBKeyRange;
  }

  /** The key of that name, made on first use; two tabs that make one at the same moment both get the first. */
  async keepKey<Key extends CryptoKey | CryptoKeyPair>(name: string, make: () => Promise<Key>): Promise<Key> {
    const present = await this.#connection.read(['keys'], ({ keys }) => keys.get(name));
    if (present) return present.key as Key;
    // Made before the transaction: one that waits for anything but the database ends by itself.
    const key = await make();
    return await this.#connection.write(['keys'], async ({ keys }) => {
      const first = await keys.get(name);
      if (first) return first.key as Key;
      keys.put({ name, key });
      return key;
    });
  }

  /** Says which tablet this is, in lists for teachers. `known`: what it was called before its storage was cleared. */
  deviceId(known?: string): Promise<string> {
    return this.together((facts) => deviceIdIn(facts, known));
  }

  /** The id of a tablet that was looked at before; nothing is written, so nobody waits for it. */
  async knownId(): Promise<string | null> {
    const [id, canary] = await this.#read((facts) =>
      Promise.all([facts.readFact('device_id'), facts.readFact('canary')]),
    );
    return typeof id === 'string' && canary ? id : null;
  }

  readFact(name: string): Promise<unknown> {
    return this.#read((facts) => facts.readFact(name));
  }

  factNames(prefix: string): Promise<string[]> {
    return this.#read((facts) => facts.factNames(prefix));
  }

  writeFact(name: string, value: unknown): Promise<void> {
    return this.together((facts) => facts.writeFact(name, value));
  }

  deleteFact(name: string): Promise<void> {
    return this.together((facts) => facts.deleteFact(name));
  }

  #read<Result>(work: (facts: DeviceFacts) => Promise<Result>): Promise<Result> {
    return this.#connection.read(['facts'], (stores) => work(new StoredFacts(stores, this.#keyRange)));
  }

  /** Runs `work` on the facts alone: what it writes is there altogether or not at all. */
  together<Result>(work: (facts: DeviceFacts) => Promise<Result>): Promise<Result> {
    return this.#connection.write(['facts'], (stores) => work(new StoredFacts(stores, this.#keyRange)));
  }

  close(): void {
    this.#connection.close();
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
