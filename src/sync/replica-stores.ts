import {
  snapshotTableNames,
  type Cursor,
  type ParkedDecision,
  type Scope,
  type SnapshotRow,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import type { PictureMade, PictureType } from '#contract/works/picture-limits.schema.ts';
import type { RecordingType } from '#contract/works/recording-limits.schema.ts';
import type { DatabaseLayout } from './connection.ts';
import type { Store, WithPuts } from './native-transactions.ts';
import type { Sealed } from './sealing.ts';
import { stateOf, type SnapshotState, type StateAndCursor, type StoredState } from './snapshot-state.ts';

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
  /** Set where the call is nobody's work: it is sent like any other and counted nowhere while it waits. */
  is_quiet?: true;
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
  is_quiet?: true;
}

/**
 * A picture of a story, or a recording, without its bytes.
 * - `kept`: it goes to school before the first call that shows it.
 * - `waiting`: it goes as soon as it can, whether a call waits for it or not.
 * - `full`: the school has no room right now. Words go without it; it goes when there is room again.
 * - `sent`: the school has it.
 * - `refused`: the school said no, or did not manage to take it. Nothing waits for it any more; a person decides.
 */
export interface PictureRecord {
  id: string;
  media_type: PictureType | RecordingType;
  /** Left out by a version of the app that made a PNG of drawings alone. */
  made?: PictureMade;
  state: 'kept' | 'waiting' | 'full' | 'sent' | 'refused';
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

/** All rows of a table of a scope, or a slice of them where there are many, sealed (`rows-sealer.ts`). */
export interface SnapshotRecord {
  scope: Scope;
  table: SnapshotTable;
  bucket: number;
  /** How many rows are in it. */
  count?: number;
  sealed?: Sealed;
  /** In the place of both where a version of the app stored it that sealed none. */
  rows?: readonly SnapshotRow[];
}

/** Rows of a table of a scope as they are stored: records that changed, and from which bucket on there are none any more. */
export interface SealedRows extends RowsPlace {
  readonly puts: readonly SnapshotRecord[];
  readonly deleteFrom: number | null;
}

export interface MetaRecord {
  key: string;
  value: unknown;
}

export interface CheckState {
  /** Milliseconds since 1970. */
  at: number;
  /** Empty before the first. */
  through: Scope | '';
}

/** Rows in one record at most: past it, a change would rewrite too much. */
export const rowsPerBucket = 500;

type RowsKey = [SnapshotTable, Scope, number];

/** The stores of a person's database. */
export interface ReplicaStores {
  outbox: Store<OutboxRecord, number, Omit<OutboxRecord, 'seq'>>;
  settled: Store<SettledRecord, string>;
  rows: Store<SnapshotRecord, RowsKey>;
  meta: Store<MetaRecord, string>;
  pictures: Store<PictureRecord, string>;
  picture_bytes: Store<PictureBytes, string>;
}

export const storesOfCalls = ['outbox', 'settled', 'meta'] as const;
export const storesWithoutBytes = [...storesOfCalls, 'pictures', 'rows'] as const;

/** What is in them has to be known before the rows are shown (law 8), or by the person it belongs to (law 6). */
const storesOfWork: readonly string[] = ['outbox', 'settled', 'pictures'] satisfies (keyof ReplicaStores)[];

/** In `meta`, a copy of the state: it is there only while the stores of work are empty. */
const atRest = 'at_rest';

/** Whatever comes into a store of work, the same transaction notes that the database is not at rest any more. */
const endingRest: WithPuts = {
  stores: ['meta'],
  before(transaction, store) {
    if (storesOfWork.includes(store)) transaction.objectStore('meta').delete(atRest);
  },
};

/**
 * The layout of `outbox` and `settled` is frozen: a later version may drop and rebuild `rows`, and state and cursor in `meta`, never
 * those two, nor the client id, by which the server knows the calls that it has already applied (law 2).
 */
export function replicaLayout(name: string): DatabaseLayout {
  return {
    name,
    takesLater: false,
    withPuts: endingRest,
    describe(dexie) {
      // The browser counts in tens what Dexie counts in ones.
      dexie.version(1).stores({
        outbox: '++seq',
        settled: 'mutation_id',
        snapshot: '[scope+table+bucket], scope, table',
        meta: 'key',
      });
      dexie
        .version(2)
        // One key and no index beside it: a first download writes a record per class, and each index is one more write.
        .stores({ snapshot: null, rows: '[table+scope+bucket]' })
        .upgrade((transaction) => transaction.table('meta').delete('state'));
      // Apart from their bytes, so that a look at what there is reads no megabytes.
      dexie.version(3).stores({ pictures: 'id', picture_bytes: 'id' });
      // It has the same stores, and keeps out an app that would store a change and not know of `at_rest`.
      dexie.version(4);
      // The same again, for one that would look for rows in what is sealed.
      dexie.version(5);
    },
  };
}

/** What is in `meta`, inside of one transaction. */
export class StoredMeta {
  readonly #meta: Pick<ReplicaStores['meta'], 'get' | 'put' | 'delete'>;

  constructor({ meta }: Pick<ReplicaStores, 'meta'>) {
    this.#meta = meta;
  }

  async #value(key: string): Promise<unknown> {
    return (await this.#meta.get(key))?.value;
  }

  /** As whom this device speaks; undefined until it first does. */
  async readClientId(): Promise<string | undefined> {
    return (await this.#value('client_id')) as string | undefined;
  }

  writeClientId(value: string): void {
    this.#meta.put({ key: 'client_id', value });
  }

  /** The last seq that may have left this device. What is behind it was never seen by anybody and may still be folded. */
  async readSentThrough(): Promise<number> {
    return ((await this.#value('sent_through')) as number | undefined) ?? 0;
  }

  writeSentThrough(value: number): void {
    this.#meta.put({ key: 'sent_through', value });
  }

  /** The life of the server's data that the calls of this device were applied in. */
  async readEpoch(): Promise<string | undefined> {
    return (await this.#value('epoch')) as string | undefined;
  }

  writeEpoch(value: string): void {
    this.#meta.put({ key: 'epoch', value });
  }

  async readState(): Promise<SnapshotState> {
    const state = await this.#stateAsStored();
    if (!state) return { schema: null, pulls: 0, complete: false };
    if (!('cursor' in state)) return state;
    return stateOf(state);
  }

  async readCursor(): Promise<Cursor | null> {
    const cursor = (await this.#value('cursor')) as Cursor | null | undefined;
    if (cursor !== undefined) return cursor;
    const state = await this.#stateAsStored();
    return state && 'cursor' in state ? state.cursor : null;
  }

  async readStateAndCursor(): Promise<StateAndCursor> {
    const [state, cursor] = await Promise.all([this.readState(), this.readCursor()]);
    return { ...state, cursor };
  }

  #stateAsStored(): Promise<SnapshotState | StoredState | undefined> {
    return this.#value('state') as Promise<SnapshotState | StoredState | undefined>;
  }

  /** Apart from each other: no row waits for what an administrator has of hundreds of classes. */
  writeState(state: StoredState): void {
    this.#meta.delete(atRest);
    this.#meta.put({ key: 'state', value: stateOf(state) });
    this.#meta.put({ key: 'cursor', value: state.cursor });
  }

  /** The state, where nothing waits, nothing ended otherwise than applied and no picture is kept; undefined where something may be. */
  async readRest(): Promise<SnapshotState | undefined> {
    return (await this.#value(atRest)) as SnapshotState | undefined;
  }

  writeRest(value: SnapshotState): void {
    this.#meta.put({ key: atRest, value });
  }

  /** When the snapshot was last compared with the server's rows, and up to which scope, in the order of their names. */
  async readCheck(): Promise<CheckState | undefined> {
    return (await this.#value('check')) as CheckState | undefined;
  }

  writeCheck(value: CheckState): void {
    this.#meta.put({ key: 'check', value });
  }

  /** What waiting calls were made to, of somebody who signed out (`left-rows.ts`). */
  async readLeft(): Promise<Sealed | undefined> {
    return (await this.#value('left')) as Sealed | undefined;
  }

  writeLeft(value: Sealed | null): void {
    if (value) this.#meta.put({ key: 'left', value });
    else this.#meta.delete('left');
  }
}

/** Calls and what is in `meta`, inside of one transaction. */
export class StoredCalls extends StoredMeta {
  readonly outbox: ReplicaStores['outbox'];
  readonly settled: ReplicaStores['settled'];

  constructor(stores: Pick<ReplicaStores, (typeof storesOfCalls)[number]>) {
    super(stores);
    this.outbox = stores.outbox;
    this.settled = stores.settled;
  }

  /** Those of the calls that are stored, in their order. */
  async findCalls(mutationIds: readonly string[]): Promise<OutboxRecord[]> {
    const wanted = new Set(mutationIds);
    return (await this.outbox.getAll()).filter((record) => wanted.has(record.mutation_id));
  }
}

/** The snapshot, inside of one transaction. */
export class StoredRows {
  readonly #rows: ReplicaStores['rows'];
  readonly #keyRange: typeof IDBKeyRange;

  constructor({ rows }: Pick<ReplicaStores, 'rows'>, keyRange: typeof IDBKeyRange) {
    this.#rows = rows;
    this.#keyRange = keyRange;
  }

  /** The records of a table of a scope, in the order they were stored: one, and the next only where that one is full. */
  async read({ scope, table }: RowsPlace): Promise<SnapshotRecord[]> {
    const found: SnapshotRecord[] = [];
    for (let bucket = 0; ; bucket += 1) {
      const record = await this.#rows.get([table, scope, bucket]);
      if (record) found.push(record);
      if (!record || !isFull(record)) return found;
    }
  }

  /** The same of many tables, asked for together. */
  async readMany<Place extends RowsPlace>(
    places: readonly Place[],
  ): Promise<ReadonlyMap<Place, readonly SnapshotRecord[]>> {
    const firsts = await this.#rows.getMany(places.map(({ scope, table }) => [table, scope, 0]));
    const records = new Map<Place, readonly SnapshotRecord[]>();
    for (const [at, place] of places.entries()) {
      const found = firsts.slice(at, at + 1).flatMap((first) => first ?? []);
      // Only a full one may have others behind it.
      records.set(place, found.some(isFull) ? await this.read(place) : found);
    }
    return records;
  }

  /** A table over all scopes. */
  readTable(table: SnapshotTable): Promise<SnapshotRecord[]> {
    return this.#rows.getAll(this.#rangeOf(table));
  }

  write(written: readonly SealedRows[]): void {
    for (const { scope, table, puts, deleteFrom } of written) {
      for (const record of puts) this.#rows.put(record);
      if (deleteFrom !== null) this.#rows.delete(this.#bucketsOf(scope, table, deleteFrom));
    }
  }

  dropScope(scope: Scope): void {
    for (const table of snapshotTableNames) this.#rows.delete(this.#bucketsOf(scope, table, 0));
  }

  dropTable(table: string): void {
    this.#rows.delete(this.#rangeOf(table));
  }

  dropAll(): void {
    this.#rows.clear();
  }

  #rangeOf(table: string): IDBKeyRange {
    return this.#keyRange.bound([table], [table, []]);
  }

  #bucketsOf(scope: Scope, table: SnapshotTable, from: number): IDBKeyRange {
    return this.#keyRange.bound([table, scope, from], [table, scope, []]);
  }
}

const isFull = ({ count, rows }: SnapshotRecord) => (count ?? rows?.length ?? 0) >= rowsPerBucket;

/** All but the bytes of pictures, inside of one transaction. */
export class StoredReplica extends StoredCalls {
  readonly rows: StoredRows;
  readonly #pictures: ReplicaStores['pictures'];

  constructor(
    stores: Pick<ReplicaStores, (typeof storesWithoutBytes)[number]>,
    keyRange: typeof IDBKeyRange,
  ) {
    super(stores);
    this.rows = new StoredRows(stores, keyRange);
    this.#pictures = stores.pictures;
  }

  /** Notes that the database is at rest, where it is. To be asked last of all, when what goes is gone. */
  async noteRest(state: SnapshotState): Promise<void> {
    const counts = await Promise.all([this.outbox.count(), this.settled.count(), this.#pictures.count()]);
    if (counts.every((count) => count === 0)) this.writeRest(state);
  }
}
