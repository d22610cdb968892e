import { Dexie, type Table } from 'dexie';
import {
  snapshotTables,
  type Cursor,
  type ParkedDecision,
  type Scope,
  type SnapshotRow,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import type { PictureType } from '#contract/works/picture-limits.schema.ts';
import type { RecordingType } from '#contract/works/recording-limits.schema.ts';
import type { SyncEnvironment } from './environment.ts';
import { openAsItIs } from './first-connection.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import type { Sealed } from './sealing.ts';

/** A queued call as it waits. One small row; the person's words in it are sealed. */
export interface OutboxRecord {
  /** Given by the database, and what orders the calls: no clock does. */
  seq: number;
  mutation_id: string;
  name: string;
  v: number;
  queued_at: string;
  sealed: Sealed;
  /** `mutation_id`s of the calls that make what this one changes. */
  depends_on: string[];
  /** `applied`: the server did it, but the pull that shows it is not stored yet. */
  state: 'waiting' | 'applied';
  /** As which client it was applied; null while it waits. */
  applied_as: string | null;
  /** How often the server said that it cannot decide it yet. */
  tries: number;
  /** Ids of the pictures that its words show, which go to school before it. */
  pictures?: string[];
}

/**
 * - `refused`: the server said no.
 * - `held`: it builds on a call that ended here.
 * - `needs_update`: the server does not know this call.
 * - `parked`: it came by a grant that was taken back, and waits at school for a teacher.
 * - `undecided`: the server could not decide it, however often it was asked, or it does not get through to it.
 */
export type SettledState = 'refused' | 'held' | 'needs_update' | 'parked' | 'undecided';

/** A call that ended otherwise than applied. It stays until a person decides (law 6). */
export interface SettledRecord {
  mutation_id: string;
  seq: number;
  name: string;
  v: number;
  queued_at: string;
  sealed: Sealed;
  depends_on: string[];
  state: SettledState;
  /** The server's reason, which may hold names; null where it gave none. */
  sealed_problem: Sealed | null;
  /** What somebody of the staff made of one that was parked, as soon as this device has heard of it. */
  decided?: ParkedDecision['outcome'];
  pictures?: string[];
}

/**
 * A picture of a story, or a recording, without its bytes.
 * - `kept`: it goes to school before the first call that shows it.
 * - `waiting`: it goes as soon as it can, whether a call waits for it or not.
 * - `sent`: the school has it.
 * - `refused`: the school said no, or did not manage to take it. Nothing waits for it any more; a person decides.
 */
export interface PictureRecord {
  id: string;
  media_type: PictureType | RecordingType;
  state: 'kept' | 'waiting' | 'sent' | 'refused';
  /** How often it did not get through in time, or the school failed at it. */
  tries: number;
  kept_at: string;
  sealed_problem: Sealed | null;
}

interface PictureBytes {
  id: string;
  sealed: Sealed;
}

/** Rows of a table of a scope, where `before` stood; buckets in which nothing changed are left alone. */
export interface WrittenRows {
  readonly scope: Scope;
  readonly table: SnapshotTable;
  readonly rows: readonly SnapshotRow[];
  readonly before: readonly SnapshotRow[];
}

/** Which rows: those of a table of a scope. */
export type RowsPlace = Pick<WrittenRows, 'scope' | 'table'>;

/** All rows of a table of a scope, or a slice of them where there are many. */
export interface SnapshotRecord {
  scope: Scope;
  table: SnapshotTable;
  bucket: number;
  rows: SnapshotRow[];
}

interface MetaRecord {
  key: string;
  value: unknown;
}

/** Where the snapshot stands. `pulls` counts, so that an answer that comes late is seen to be late. */
export interface SnapshotState {
  cursor: Cursor | null;
  pulls: number;
  /** False while further pages of a first download are due. */
  complete: boolean;
}

/** As whom this device speaks to the server, and what the server may have of it. */
export interface Standing extends Pick<SnapshotState, 'cursor' | 'pulls'> {
  /** Undefined until it first speaks. */
  readonly clientId: string | undefined;
  /** The last seq that may have left this device. */
  readonly sentThrough: number;
}

export interface CheckState {
  /** Milliseconds since 1970. */
  at: number;
  /** Empty before the first. */
  through: Scope | '';
}

/** Rows that a screen asks for: of a scope, or over all scopes. */
export interface ExpectedRows {
  readonly places: readonly RowsPlace[];
  readonly tables: readonly SnapshotTable[];
}

/** The rows that are in memory, as of so many pulls; null of none, before anything was read. */
export interface WantedRows extends ExpectedRows {
  readonly pulls: number | null;
}

/** The rows that were wanted, and where the snapshot stands. */
export interface MirroredRows {
  readonly state: SnapshotState;
  readonly rows: readonly { scope: Scope; table: SnapshotTable; rows: readonly SnapshotRow[] }[];
  readonly tables: readonly { table: SnapshotTable; rows: ReadonlyMap<Scope, readonly SnapshotRow[]> }[];
}

export interface Mirror {
  readonly outbox: readonly OutboxRecord[];
  readonly settled: readonly SettledRecord[];
  /** Null where the snapshot is the one that is in memory. */
  readonly snapshot: MirroredRows | null;
  /** Null where they were not asked for. */
  readonly pictures: readonly PictureRecord[] | null;
}

/** Data of a newer version of the app is here: this one must not write. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

/** Dexie counts in tens. */
const versionBelow = 3 * 10;
type StoreName = 'outbox' | 'settled' | 'rows' | 'meta' | 'pictures';
const mirroredStores = ['outbox', 'settled', 'rows', 'meta'] as const;
const snapshotTableNames = Object.keys(snapshotTables) as SnapshotTable[];
/** Rows in one record at most: past it, a change would rewrite too much. */
const rowsPerBucket = 500;

const reopenable = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError']);

/**
 * The database of one person of one tenant. The layout of `outbox` and `settled` is frozen: a later version may drop and
 * rebuild `rows` and the state in `meta`, never those two, nor the client id, by which the server knows the calls that
 * it has already applied (law 2). Every transaction is strict: what was committed survives a crash (law 1).
 */
export class ReplicaDatabase {
  readonly name: string;
  readonly #environment: SyncEnvironment;
  #made: Dexie | null = null;
  readonly #factory: IDBFactory;
  readonly #keyRange: typeof IDBKeyRange;
  /** What is read before Dexie is needed is read from here. */
  #first: IDBDatabase | null = null;
  #opening: Promise<void> | null = null;
  /** Counts openings, so that of several readings that lost the connection together only one opens it again. */
  #openings = 0;
  #reopening: Promise<void> | null = null;
  #closed = false;
  /** Clears something away when the device is full; false where nothing is left to clear. */
  makeRoom: (() => Promise<boolean>) | null = null;

  constructor(environment: SyncEnvironment, owner: { tenant_id: string; user_id: string }) {
    this.#environment = environment;
    this.name = `quillshelf:${owner.tenant_id}:${owner.user_id}`;
    this.#factory = (environment.indexedDb.indexedDB as IDBFactory | undefined) ?? globalThis.indexedDB;
    this.#keyRange = (environment.indexedDb.IDBKeyRange as typeof IDBKeyRange | undefined) ?? IDBKeyRange;
  }

  /** Made when it is first needed: the first rows of a screen do without. */
  get #dexie(): Dexie {
    this.#made ??= this.#layOut();
    return this.#made;
  }

  #layOut(): Dexie {
    const dexie = new Dexie(this.name, {
      ...this.#environment.indexedDb,
      chromeTransactionDurability: 'strict',
      // A newer version of the app makes Dexie close; opened again by itself it would skip our look at the version.
      autoOpen: false,
    });
    dexie.version(1).stores({
      outbox: '++seq',
      settled: 'mutation_id',
      snapshot: '[scope+table+bucket], scope, table',
      meta: 'key',
    });
    // One key and no index beside it: a first download writes a record per class, and each index is one more write.
    dexie
      .version(2)
      .stores({ snapshot: null, rows: '[table+scope+bucket]' })
      .upgrade((transaction) => transaction.table('meta').delete('state'));
    // Apart from their bytes, so that a look at what there is reads no megabytes.
    dexie.version(3).stores({ pictures: 'id', picture_bytes: 'id' });
    return dexie;
  }

  get outbox(): Table<OutboxRecord, number, Omit<OutboxRecord, 'seq'>> {
    return this.#dexie.table('outbox');
  }

  get settled(): Table<SettledRecord, string> {
    return this.#dexie.table('settled');
  }

  get #rows(): Table<SnapshotRecord, [SnapshotTable, Scope, number]> {
    return this.#dexie.table('rows');
  }

  get #meta(): Table<MetaRecord, string> {
    return this.#dexie.table('meta');
  }

  get #pictures(): Table<PictureRecord, string> {
    return this.#dexie.table('pictures');
  }

  get #pictureBytes(): Table<PictureBytes, string> {
    return this.#dexie.table('picture_bytes');
  }

  /** @throws NewerDataError */
  async open(): Promise<void> {
    this.#first = await openAsItIs(this.#factory, this.name, versionBelow);
    if (this.#closed) this.#leaveFirst();
    else if (!this.#first) await this.#openWhole();
  }

  /** Makes it where there is none, or of this version; from then on everything goes by Dexie's connection. */
  #openWhole(): Promise<void> {
    this.#opening ??= this.#openByDexie().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #openByDexie(): Promise<void> {
    if (this.#closed) throw new Dexie.DatabaseClosedError();
    await this.#dexie.open();
    // Dexie opens a newer database without a word.
    if (this.#dexie.backendDB().version > versionBelow) {
      this.#dexie.close();
      throw new NewerDataError('This device has data of a newer version of the app. Please reload.');
    }
    this.#openings += 1;
    this.#leaveFirst();
  }

  #leaveFirst(): void {
    this.#first?.close();
    this.#first = null;
  }

  /** For good: what is still under way fails, and nothing is read or written any more. */
  close(): void {
    this.#closed = true;
    this.#leaveFirst();
    this.#made?.close();
  }

  /**
   * Browsers on tablets lose their database connection now and then; once, it is simply opened again. `work` may
   * therefore run a second time after it was committed.
   */
  async run<Result>(work: () => Promise<Result>, kind: 'words' | 'cache' = 'words'): Promise<Result> {
    for (;;) {
      try {
        return await this.#runOpen(async () => {
          await this.#openWhole();
          return await work();
        });
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        // For a person's words everything else has to make room; what can be fetched again has to wait for it.
        if (kind === 'cache' || !(await this.makeRoom?.())) throw new DeviceFullError(error);
      }
    }
  }

  async #runOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = this.#openings;
    try {
      return await work();
    } catch (error) {
      if (this.#closed || !(error instanceof Error) || !reopenable.has(error.name)) throw error;
      if (this.#openings === began) await this.#reopen();
      return await work();
    }
  }

  async #reopen(): Promise<void> {
    this.#reopening ??= this.#openAgain();
    try {
      await this.#reopening;
    } finally {
      this.#reopening = null;
    }
  }

  async #openAgain(): Promise<void> {
    this.#leaveFirst();
    this.#dexie.close();
    this.#opening = null;
    await this.#openWhole();
    if (this.#closed) this.#dexie.close();
  }

  /**
   * Calls, rows and cursor as of one moment: a call is never in both lists nor in neither, and never waits beside rows
   * that contain it already. The rows are left out where nothing was pulled since.
   */
  readMirror(wanted: WantedRows, withPictures = false): Promise<Mirror> {
    // Whoever writes a picture is not waited for by somebody who does not ask for any.
    const names = [...mirroredStores, ...(withPictures ? ['pictures' as const] : [])];
    return this.#runOpen(() =>
      this.#readTogether(names, async (stores) => {
        const [expected, outbox, settled, state, pictures] = await Promise.all([
          // Before anything was read nothing can be up to date: rows are asked for in the same breath.
          wanted.pulls === null ? this.#readWanted(stores.rows, wanted) : null,
          answerOf<OutboxRecord[]>(stores.outbox.getAll()),
          answerOf<SettledRecord[]>(stores.settled.getAll()),
          answerOf<MetaRecord | undefined>(stores.meta.get('state')).then(stateIn),
          withPictures ? answerOf<PictureRecord[]>(stores.pictures.getAll()) : null,
        ]);
        if (state.pulls === wanted.pulls) return { outbox, settled, snapshot: null, pictures };
        const [rows, tables] = expected ?? (await this.#readWanted(stores.rows, wanted));
        return { outbox, settled, snapshot: { state, rows, tables }, pictures };
      }),
    );
  }

  #readWanted(rows: IDBObjectStore, { places, tables }: ExpectedRows) {
    return Promise.all([
      Promise.all(
        places.map(async ({ scope, table }) => ({ scope, table, rows: await rowsAt(rows, scope, table) })),
      ),
      Promise.all(
        tables.map(async (table) => ({
          table,
          rows: byScope(await answerOf<SnapshotRecord[]>(rows.getAll(this.#all(table)))),
        })),
      ),
    ]);
  }

  /**
   * Reads as of one moment what a person waits for. It goes past Dexie, which takes as long for a transaction as the database
   * does for a class. `work` may wait for answers of the database and for nothing else.
   */
  #readTogether<Name extends StoreName, Result>(
    names: readonly Name[],
    work: (stores: Readonly<Record<Name, IDBObjectStore>>) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const [, stores] = this.#beginTogether(names, 'readonly', reject);
      work(stores).then(resolve, reject);
    });
  }

  #beginTogether<Name extends StoreName>(
    names: readonly Name[],
    mode: 'readonly' | 'readwrite',
    failed: (error: Error) => void,
  ): [IDBTransaction, Readonly<Record<Name, IDBObjectStore>>] {
    const database = this.#first ?? (this.#made?.backendDB() as IDBDatabase | null | undefined);
    if (!database) throw new Dexie.DatabaseClosedError();
    const transaction = database.transaction(names, mode, { durability: 'strict' });
    transaction.addEventListener('abort', () => failed(transaction.error ?? new Dexie.AbortError()));
    const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
    return [transaction, stores as Record<Name, IDBObjectStore>];
  }

  /**
   * Lets calls leave the device: they are chosen while the database says which calls it has, and if `isWhole` agrees, it is
   * noted that those up to the last of them may have left. Null where it does not. When this resolves it is durable.
   */
  letGo<Calls extends readonly Pick<OutboxRecord, 'seq'>[]>(
    choose: () => Calls,
    isWhole: (present: readonly number[], chosen: Calls) => boolean,
  ): Promise<Calls | null> {
    return this.run(() =>
      this.#writeTogether(['outbox', 'meta'], async ({ outbox, meta }) => {
        const asking = Promise.all([
          answerOf<number[]>(outbox.getAllKeys()),
          answerOf<MetaRecord | undefined>(meta.get('sent_through')),
        ]);
        const chosen = choose();
        const [present, sentThrough] = await asking;
        if (!isWhole(present, chosen)) return null;
        const through = chosen.at(-1)?.seq ?? 0;
        if (through > sentThroughIn(sentThrough)) meta.put({ key: 'sent_through', value: through });
        return chosen;
      }),
    );
  }

  /** As `#readTogether`, for what is written; resolves once that is on the disk. `work` fails by the database alone. */
  #writeTogether<Name extends StoreName, Result>(
    names: readonly Name[],
    work: (stores: Readonly<Record<Name, IDBObjectStore>>) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const [transaction, stores] = this.#beginTogether(names, 'readwrite', reject);
      const committed = new Promise((done) => transaction.addEventListener('complete', done));
      work(stores)
        .then(async (result) => {
          await committed;
          resolve(result);
        })
        .catch(reject);
    });
  }

  /** One transaction over everything; what it writes is there altogether or not at all. */
  write<Result>(work: () => Promise<Result>, kind?: 'words' | 'cache'): Promise<Result> {
    return this.run(() => this.#dexie.transaction('rw', this.#everything, work), kind);
  }

  /**
   * Adds calls, all of them or none, and answers their seqs. A person waits for this one write, and Dexie would take half as
   * long again as the write itself, so it is made on the connection below it.
   */
  addCalls(records: readonly Omit<OutboxRecord, 'seq'>[]): Promise<number[]> {
    let again = false;
    return this.run(async () => {
      // A connection that went may have gone after the commit: the calls are then in there, and once is enough (law 2).
      const ids = records.map(({ mutation_id }) => mutation_id);
      const present = again ? await this.findCalls(ids) : [];
      again = true;
      if (present.length > 0) return present.map(({ seq }) => seq);
      return await addDurably(this.#dexie.backendDB(), records);
    });
  }

  findCall(mutationIds: readonly string[]): Promise<OutboxRecord | undefined> {
    return this.outbox.filter((record) => mutationIds.includes(record.mutation_id)).first();
  }

  /** Those of the calls that are stored, in their order. */
  async findCalls(mutationIds: readonly string[]): Promise<OutboxRecord[]> {
    const wanted = new Set(mutationIds);
    return await this.outbox.filter((record) => wanted.has(record.mutation_id)).toArray();
  }

  /** The same without the snapshot, which may be large and read by a screen at the same time. */
  writeCalls<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(() => this.#dexie.transaction('rw', [this.outbox, this.settled, this.#meta], work));
  }

  readPictures(): Promise<PictureRecord[]> {
    return this.#runOpen(() =>
      this.#readTogether(['pictures'], ({ pictures }) => answerOf<PictureRecord[]>(pictures.getAll())),
    );
  }

  async readPictureBytes(id: string): Promise<Sealed | undefined> {
    return (await this.run(() => this.#pictureBytes.get(id)))?.sealed;
  }

  /** The picture and its bytes are there together or not at all; one that is there already stays as it is. */
  addPicture(record: PictureRecord, sealed: Sealed): Promise<void> {
    return this.#writePictures(async () => {
      if (await this.#pictures.get(record.id)) return;
      await this.#pictures.add(record);
      await this.#pictureBytes.add({ id: record.id, sealed });
    });
  }

  changePicture(id: string, change: (record: PictureRecord) => PictureRecord): Promise<void> {
    return this.#writePictures(async () => {
      const record = await this.#pictures.get(id);
      if (record) await this.#pictures.put(change(record));
    });
  }

  deletePictures(ids: readonly string[]): Promise<void> {
    return this.#writePictures(async () => {
      await this.#pictures.bulkDelete([...ids]);
      await this.#pictureBytes.bulkDelete([...ids]);
    });
  }

  #writePictures(work: () => Promise<void>): Promise<void> {
    return this.run(() => this.#dexie.transaction('rw', [this.#pictures, this.#pictureBytes], work));
  }

  /** As of one moment. Nothing is written, so nobody waits for the disk. */
  readStanding(): Promise<Standing> {
    return this.#runOpen(() =>
      this.#readTogether(['meta'], async ({ meta }) => {
        const [{ cursor, pulls }, clientId, sentThrough] = await Promise.all([
          answerOf<MetaRecord | undefined>(meta.get('state')).then(stateIn),
          answerOf<MetaRecord | undefined>(meta.get('client_id')),
          answerOf<MetaRecord | undefined>(meta.get('sent_through')),
        ]);
        return { clientId: clientIdIn(clientId), cursor, pulls, sentThrough: sentThroughIn(sentThrough) };
      }),
    );
  }

  get #everything(): Table[] {
    return [this.outbox, this.settled, this.#rows, this.#meta];
  }

  /** The last seq that may have left this device. What is behind it was never seen by anybody and may still be folded. */
  async readSentThrough(): Promise<number> {
    return sentThroughIn(await this.#meta.get('sent_through'));
  }

  /**
   * Drops the classes that are not `open`, to be fetched again when there is room. False: there were none. It makes no room
   * for itself: it is what makes room.
   */
  async evict(open: ReadonlySet<Scope>): Promise<boolean> {
    return await this.#dexie.transaction('rw', this.#rows, this.#meta, async () => {
      const { cursor, pulls } = await this.readState();
      const kept = Object.entries(cursor?.scopes ?? {}).filter(
        ([scope]) => open.has(scope as Scope) || !scope.startsWith('class:'),
      );
      const gone = Object.keys(cursor?.scopes ?? {}).length - kept.length;
      if (!cursor || gone === 0) return false;
      for (const scope of Object.keys(cursor.scopes) as Scope[]) {
        if (!kept.some(([name]) => name === scope)) await this.dropScope(scope);
      }
      // Without the scope in the cursor the next pull brings it as new. Counted up, so that one under way comes too late.
      const scopes = Object.fromEntries(kept);
      await this.writeState({ cursor: { ...cursor, scopes }, pulls: pulls + 1, complete: false });
      return true;
    });
  }

  /** The life of the server's data that the calls of this device were applied in. */
  async readEpoch(): Promise<string | undefined> {
    return (await this.#meta.get('epoch'))?.value as string | undefined;
  }

  async writeEpoch(value: string): Promise<void> {
    await this.#meta.put({ key: 'epoch', value });
  }

  async readState(): Promise<SnapshotState> {
    return stateIn(await this.#meta.get('state'));
  }

  async writeState(value: SnapshotState): Promise<void> {
    await this.#meta.put({ key: 'state', value });
  }

  /** When the snapshot was last compared with the server's rows, and up to which scope, in the order of their names. */
  async readCheck(): Promise<CheckState | undefined> {
    return (await this.#meta.get('check'))?.value as CheckState | undefined;
  }

  async writeCheck(value: CheckState): Promise<void> {
    await this.#meta.put({ key: 'check', value });
  }

  async readClientId(): Promise<string | undefined> {
    return clientIdIn(await this.#meta.get('client_id'));
  }

  async writeClientId(value: string): Promise<void> {
    await this.#meta.put({ key: 'client_id', value });
  }

  /** The same by itself, for a screen that waits. */
  readRowsAlone(scope: Scope, table: SnapshotTable): Promise<SnapshotRow[]> {
    return this.#runOpen(() => this.#readTogether(['rows'], ({ rows }) => rowsAt(rows, scope, table)));
  }

  /** The rows of a table of a scope, in the order they were stored. To be called in a transaction. */
  async readRows(scope: Scope, table: SnapshotTable): Promise<SnapshotRow[]> {
    const records = await this.#bucketsOf(scope, table).toArray();
    return records.flatMap((record) => record.rows);
  }

  /**
   * The same of many tables, asked for together: most have one bucket, and each answer that is waited for costs more than what is
   * in it. To be called in a transaction.
   */
  async readRowsOf<Place extends RowsPlace>(
    places: readonly Place[],
  ): Promise<ReadonlyMap<Place, readonly SnapshotRow[]>> {
    if (places.length === 0) return new Map();
    const firsts = await this.#rows.bulkGet(places.map(({ scope, table }) => [table, scope, 0]));
    const rows = new Map<Place, readonly SnapshotRow[]>();
    for (const [at, place] of places.entries()) {
      const first = firsts[at]?.rows ?? [];
      // Only a full one may have others behind it.
      rows.set(place, first.length < rowsPerBucket ? first : await this.readRows(place.scope, place.table));
    }
    return rows;
  }

  /** The rows of a table by scope, over all scopes. */
  readTable(table: SnapshotTable): Promise<Map<Scope, SnapshotRow[]>> {
    return this.#runOpen(() =>
      this.#readTogether(['rows'], async ({ rows }) =>
        byScope(await answerOf<SnapshotRecord[]>(rows.getAll(this.#all(table)))),
      ),
    );
  }

  #all(table: SnapshotTable): IDBKeyRange {
    return this.#keyRange.bound([table], [table, []]);
  }

  /** Stores rows, all of them with one request: IndexedDB costs per record, and far more per answer waited for. */
  async writeRows(written: readonly WrittenRows[]): Promise<void> {
    const records: SnapshotRecord[] = [];
    for (const { scope, table, rows, before } of written) {
      const buckets = Math.ceil(rows.length / rowsPerBucket);
      for (let bucket = 0; bucket < buckets; bucket += 1) {
        const start = bucket * rowsPerBucket;
        const inBucket = rows.slice(start, start + rowsPerBucket);
        const had = before.slice(start, start + rowsPerBucket);
        const same = had.length === inBucket.length && had.every((row, place) => row === inBucket[place]);
        if (!same) records.push({ scope, table, bucket, rows: inBucket });
      }
      if (before.length > buckets * rowsPerBucket) await this.#bucketsOf(scope, table, buckets).delete();
    }
    if (records.length > 0) await this.#rows.bulkPut(records);
  }

  async dropScope(scope: Scope): Promise<void> {
    await Promise.all(snapshotTableNames.map((table) => this.#bucketsOf(scope, table).delete()));
  }

  async dropSnapshot(): Promise<void> {
    await this.#rows.clear();
  }

  #bucketsOf(scope: Scope, table: SnapshotTable, from: number = Dexie.minKey) {
    return this.#rows.where(':id').between([table, scope, from], [table, scope, Dexie.maxKey], true, true);
  }
}

function stateIn(record: MetaRecord | undefined): SnapshotState {
  return (record?.value as SnapshotState | undefined) ?? { cursor: null, pulls: 0, complete: false };
}

function clientIdIn(record: MetaRecord | undefined): string | undefined {
  return record?.value as string | undefined;
}

function sentThroughIn(record: MetaRecord | undefined): number {
  return (record?.value as number | undefined) ?? 0;
}

function answerOf<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Answer));
    request.addEventListener('error', () => reject(request.error ?? new Dexie.AbortError()));
  });
}

/** One record, and the next ones only where the one before is full, as hardly any is. */
async function rowsAt(store: IDBObjectStore, scope: Scope, table: SnapshotTable): Promise<SnapshotRow[]> {
  const found: SnapshotRow[] = [];
  for (let bucket = 0; ; bucket += 1) {
    const record = await answerOf<SnapshotRecord | undefined>(store.get([table, scope, bucket]));
    found.push(...(record?.rows ?? []));
    if (!record || record.rows.length < rowsPerBucket) return found;
  }
}

function byScope(records: readonly SnapshotRecord[]): Map<Scope, SnapshotRow[]> {
  const found = new Map<Scope, SnapshotRow[]>();
  for (const { scope, rows } of records) found.set(scope, [...(found.get(scope) ?? []), ...rows]);
  return found;
}

/** Resolves with the new seqs once they are on the disk. */
function addDurably(
  database: IDBDatabase | null,
  records: readonly Omit<OutboxRecord, 'seq'>[],
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    if (!database) throw new Dexie.DatabaseClosedError();
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const outbox = transaction.objectStore('outbox');
    const requests = records.map((record) => outbox.add(record));
    // Nothing more comes: the database need not wait for whether it does.
    transaction.commit();
    transaction.addEventListener('complete', () => resolve(requests.map(({ result }) => result as number)));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Dexie.AbortError()));
  });
}
