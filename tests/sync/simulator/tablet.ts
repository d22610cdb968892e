import type {
  MetaRecord,
  OutboxRecord,
  SettledRecord,
  SnapshotRecord,
  PictureRecord,
} from '#src/sync/replica-stores.ts';
import type { SnapshotState } from '#src/sync/snapshot-state.ts';
import { versionsIn } from '#contract/sync/sync.rules.ts';
import { scopeOf, snapshotTableNames, type Cursor, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import { IDBKeyRange } from 'fake-indexeddb';
import { createApiClient, type TokenSource } from '#src/sync/api-client.ts';
import type { openReplica } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { RowsSealer } from '#src/sync/rows-sealer.ts';
import type { RowsByTable } from '#tests/support/no-rows.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import {
  openTab,
  settled,
  TestDevice,
  type TestTab,
  type TestTime,
} from '#tests/support/sync-environment.ts';
import { pick, type Screen } from './change.ts';
import type { SimulatedNetwork } from './network.ts';
import { Disk, TabStorage } from './storage.ts';
import type { Player } from './world-rows.ts';

/** What a tab is made of; a planted bug may put something else in its place. */
export interface TabParts {
  readonly fetch: typeof fetch;
  readonly open: typeof openReplica;
  /** Whether a commit is on the disk before the browser says that it is done. */
  readonly isStrict: (durability: IDBTransactionDurability | undefined) => boolean;
}

/** Where a tab is opened, and for whom. */
export interface TabPlace {
  readonly tablet: Tablet;
  readonly player: Player;
}

/** One tab: the real offline core, which can be frozen or taken away at any moment. */
export class SimulatedTab {
  readonly replica: Replica;
  readonly storage: TabStorage;
  readonly #tab: TestTab;
  readonly #device: TestDevice;
  readonly #life: TabLife;

  private constructor(
    replica: Replica,
    storage: TabStorage,
    tab: TestTab,
    device: TestDevice,
    life: TabLife,
  ) {
    this.replica = replica;
    this.storage = storage;
    this.#tab = tab;
    this.#device = device;
    this.#life = life;
  }

  static async open(
    { tablet, player }: TabPlace,
    parts: TabParts,
    time: TestTime,
    onFailure: (error: unknown) => void,
  ): Promise<SimulatedTab> {
    const life = new TabLife();
    const test = openTab(tablet.device, time);
    const { environment } = test;
    const { locks, setTimer, openChannel } = environment;
    const holder: { tab: SimulatedTab | null } = { tab: null };
    const storage = new TabStorage(tablet.device, tablet.disk, {
      isStrict: parts.isStrict,
      onCrash: () => holder.tab?.kill(),
    });
    environment.indexedDb = { ...environment.indexedDb, indexedDB: storage.factory };
    environment.now = () => time.now() + tablet.clockOffset;
    environment.setTimer = (work, milliseconds) =>
      setTimer(() => void life.whenAwake().then(work), milliseconds);
    environment.locks = {
      run: (name, mode, work, signal) =>
        locks.run(
          name,
          mode,
          () => {
            life.holds(name, tablet.device.held.get(name));
            return work();
          },
          signal,
        ),
    };
    environment.openChannel = (name) => {
      const channel = openChannel(name);
      return {
        send: (message) => {
          if (!life.isOver) channel.send(message);
        },
        listen: (listener) =>
          channel.listen((message) => void life.whenAwake().then(() => listener(message))),
        close: () => channel.close(),
      };
    };
    const fetching: typeof fetch = async (input, init) => {
      await life.whenAwake();
      try {
        return whileAwake(await parts.fetch(input, init), life);
      } finally {
        await life.whenAwake();
      }
    };
    const { access, host } = player.caller;
    const tokens: TokenSource = { access: () => access, refresh: () => Promise.resolve('refreshed') };
    const api = createApiClient({ origin: `http://${host}`, tokens, fetch: fetching });
    const replica = await parts.open({
      environment,
      api,
      streams: api,
      user: player,
      definitions: queuedCalls,
      // As where the app starts at a list: one table comes with the replica, the others when they are asked for.
      expected: { places: [], tables: ['students'] },
      isStillHere: () => tablet.here === player.id,
      onFailure: (error) => {
        if (!life.isOver) onFailure(error);
      },
    });
    holder.tab = new SimulatedTab(replica, storage, test, tablet.device, life);
    replica.start();
    return holder.tab;
  }

  get isFrozen(): boolean {
    return this.#life.isFrozen;
  }

  get isOver(): boolean {
    return this.#life.isOver;
  }

  freeze(): void {
    this.#life.freeze();
  }

  thaw(): void {
    this.#life.thaw();
  }

  /** Whether somebody looks at it. */
  set isVisible(visible: boolean) {
    this.#tab.visible = visible;
    if (visible) this.#tab.wake();
  }

  /** As when its person closes it: what is on its way is over. */
  close(): void {
    this.replica.close();
    this.#life.thaw();
  }

  /** As when the browser takes the process away: nothing of it goes on, and its locks are free. */
  kill(): void {
    if (this.#life.isOver) return;
    this.#life.end();
    this.storage.end();
    for (const [name, holder] of this.#life.held) {
      if (this.#device.held.get(name) !== holder) continue;
      this.#device.held.delete(name);
      for (const look of this.#device.waiting.get(name)?.splice(0) ?? []) look();
    }
    this.replica.close();
  }

  /** Null while it has not been read into memory. */
  screen(): Screen | null {
    const { replica } = this;
    const results = snapshotTableNames.map((table) => [table, replica.readAll(table)] as const);
    if (results.some(([, { status }]) => status === 'loading')) return null;
    const rows = Object.fromEntries(results.map(([table, result]) => [table, result.rows]));
    return {
      ...(rows as unknown as RowsByTable),
      importsInto: (classId) => replica.read(scopeOf.schoolClass(classId), 'imports').rows,
    };
  }

  /** The same, read into memory first. */
  async look(): Promise<Screen | null> {
    const screen = this.screen();
    if (screen || this.isOver) return screen;
    await settled();
    return this.screen();
  }
}

/** Whether a tab runs, stands still, or is no more. */
class TabLife {
  readonly held = new Map<string, symbol | undefined>();
  #awake: Promise<void> = Promise.resolve();
  #wake: (() => void) | null = null;
  isOver = false;

  get isFrozen(): boolean {
    return this.#wake !== null;
  }

  holds(name: string, holder: symbol | undefined): void {
    this.held.set(name, holder);
  }

  /** Never resolves once the tab is no more. */
  async whenAwake(): Promise<void> {
    await this.#awake;
    if (this.isOver) await new Promise<void>(() => undefined);
  }

  freeze(): void {
    if (this.#wake || this.isOver) return;
    this.#awake = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  thaw(): void {
    this.#wake?.();
    this.#wake = null;
  }

  end(): void {
    this.isOver = true;
    this.thaw();
  }
}

/** A stream, of which a tab that stands still reads nothing. */
function whileAwake(response: Response, life: TabLife): Response {
  if (!response.body || !response.headers.get('content-type')?.includes('event-stream')) return response;
  const gate = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      await life.whenAwake();
      controller.enqueue(piece);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(gate), { status, headers });
}

/** What lies in a person's database on a tablet. */
export interface Stored {
  readonly outbox: readonly OutboxRecord[];
  readonly settled: readonly SettledRecord[];
  readonly rows: readonly SnapshotRecord[];
  /** Pictures and recordings, and their bytes. */
  readonly pictures: readonly PictureRecord[];
  readonly picture_bytes: readonly unknown[];
  readonly meta: StoredMeta;
}

/** By their keys, and only what a law is about. */
export interface StoredMeta {
  readonly state?: SnapshotState;
  readonly cursor?: Cursor | null;
  readonly at_rest?: SnapshotState;
}

/** A shared tablet: its storage outlives tabs and people. */
export class Tablet {
  readonly number: number;
  readonly device = new TestDevice();
  readonly disk = new Disk();
  readonly network: SimulatedNetwork;
  clockOffset = 0;
  /** Who is signed in. */
  player: number | null = null;
  /** Whose session it is, by their id; null from the first moment of a sign-out. */
  here: string | null = null;
  #tabs: SimulatedTab[] = [];
  /** Everybody who ever signed in here. */
  readonly visitors = new Set<number>();

  constructor(number: number, network: SimulatedNetwork) {
    this.number = number;
    this.network = network;
  }

  get tabs(): readonly SimulatedTab[] {
    return this.#tabs.filter((tab) => !tab.isOver);
  }

  add(tab: SimulatedTab): void {
    this.#tabs.push(tab);
  }

  remove(tab: SimulatedTab): void {
    this.#tabs = this.#tabs.filter((each) => each !== tab);
  }

  /** The raw records of a person, as somebody reads them who takes the tablet apart. */
  async stored(player: Pick<Player, 'tenant_id' | 'id'>): Promise<Stored> {
    const stores = await this.#read(`quillshelf:${player.tenant_id}:${player.id}`);
    const records = (stores['meta'] ?? []) as MetaRecord[];
    const meta = Object.fromEntries(records.map(({ key, value }) => [key, value]));
    return { outbox: [], settled: [], rows: [], pictures: [], picture_bytes: [], ...stores, meta };
  }

  /** As where the version of the app before this one stored a table, whose rows were of another shape then. False: there is none. */
  async makeOlder({ tenant_id, id }: Player, which: number): Promise<boolean> {
    const name = `quillshelf:${tenant_id}:${id}`;
    const { meta } = await this.stored({ tenant_id, id });
    const table = pick(snapshotTableNames, which);
    const { state, cursor } = meta;
    if (!state || !cursor || table === undefined) return false;
    const tables = { ...versionsIn(cursor), [table]: 0 };
    const database = await this.open(name);
    const transaction = database.transaction('meta', 'readwrite', { durability: 'strict' });
    const written = new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
    });
    const store = transaction.objectStore('meta');
    store.put({ key: 'cursor', value: { ...cursor, tables } });
    store.put({ key: 'state', value: { ...state, tables } });
    store.delete('at_rest');
    await written;
    database.close();
    return true;
  }

  /** The rows of these records, as the app opens them. */
  async openRows({ tenant_id, id }: Player, records: readonly SnapshotRecord[]): Promise<SnapshotRow[]> {
    const environment = {
      indexedDb: { indexedDB: this.device.indexedDb, IDBKeyRange },
      crypto: crypto.subtle,
      randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    };
    return await new RowsSealer(environment, { tenant_id, user_id: id }).open(records);
  }

  async #read(name: string): Promise<Record<string, unknown[]>> {
    const known = await this.device.indexedDb.databases();
    if (!known.some((each) => each.name === name)) return {};
    const database = await this.open(name);
    const names = [...database.objectStoreNames];
    const stores: Record<string, unknown[]> = {};
    const transaction = database.transaction(names);
    await Promise.all(
      names.map(
        (store) =>
          new Promise<void>((resolve) => {
            const request = transaction.objectStore(store).getAll();
            request.onsuccess = () => {
              stores[store] = request.result as unknown[];
              resolve();
            };
          }),
      ),
    );
    database.close();
    return stores;
  }

  open(name: string): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = this.device.indexedDb.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(`${name} did not open`));
    });
  }
}
