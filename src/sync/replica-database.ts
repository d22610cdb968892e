import { uuidv7 } from 'uuidv7';
import type { Cursor, Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import { Connection, personDatabase } from './connection.ts';
import type { SyncEnvironment } from './environment.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import {
  replicaLayout,
  StoredCalls,
  StoredMeta,
  StoredReplica,
  StoredRows,
  storesWithoutBytes,
  storesOfCalls,
  type OutboxRecord,
  type PictureRecord,
  type ReplicaStores,
  type RowsPlace,
  type SealedRows,
  type SettledRecord,
  type WrittenRows,
} from './replica-stores.ts';
import { RowsLostError, RowsSealer } from './rows-sealer.ts';
import {
  openTable,
  readTable,
  readWanted,
  type ExpectedRows,
  type OpenRows,
  type SealedSnapshot,
} from './sealed-snapshot.ts';
import type { Sealed } from './sealing.ts';
import type { SnapshotState, StateAndCursor } from './snapshot-state.ts';

/** As whom this device speaks to the server, and what the server may have of it. */
export interface Standing extends Pick<SnapshotState, 'pulls'> {
  readonly cursor: Cursor | null;
  readonly clientId: string;
  /** The last seq that may have left this device. */
  readonly sentThrough: number;
}

/** Calls that may leave the device, and how it stands as of the same moment. */
export interface LetGo<Calls> {
  readonly calls: Calls;
  readonly standing: Standing;
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
  /** Of the scopes that are here; null where they were not looked at. */
  readonly versions: Cursor['scopes'] | null;
  /** Null where the snapshot is the one that is in memory. */
  readonly snapshot: MirroredRows | null;
  /** Null where they were not looked at. */
  readonly pictures: readonly PictureRecord[] | null;
}

/** The mirror as it lies there. */
interface SealedMirror extends Omit<Mirror, 'snapshot'> {
  readonly snapshot: SealedSnapshot | null;
}

/** What is written: a person's words, for which everything else has to make room, or what can be fetched again. */
type Kind = 'words' | 'cache';

/** The database of one person of one tenant. */
export class ReplicaDatabase {
  readonly name: string;
  readonly #connection: Connection<ReplicaStores>;
  readonly #keyRange: typeof IDBKeyRange;
  readonly #sealer: RowsSealer;
  /** Clears something away when the device is full; false where nothing is left to clear. */
  makeRoom: (() => Promise<boolean>) | null = null;

  constructor(environment: SyncEnvironment, owner: { tenant_id: string; user_id: string }) {
    this.name = personDatabase(owner);
    this.#connection = new Connection(environment, replicaLayout(this.name));
    this.#keyRange = environment.indexedDb.IDBKeyRange;
    this.#sealer = new RowsSealer(environment, owner);
  }

  /** @throws NewerDataError */
  async open(): Promise<void> {
    await this.#connection.open();
  }

  /** For good: nothing is read or written any more. */
  close(): void {
    this.#connection.close();
  }

  /** @throws DeviceFullError */
  async #makingRoom<Result>(write: () => Promise<Result>, kind: Kind = 'words'): Promise<Result> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        if (kind === 'cache' || !(await this.makeRoom?.())) throw new DeviceFullError(error);
      }
    }
  }

  /**
   * Calls, rows and cursor as of one moment: a call is never in both lists nor in neither, and never waits beside rows
   * that contain it already. The rows are left out where nothing was pulled since. Where the database is at rest, neither the lists nor
   * the cursor are looked at for the first rows.
   */
  async readMirror(wanted: WantedRows, withPictures = false): Promise<Mirror> {
    return await this.opening(
      async () => {
        const [found] = await Promise.all([
          this.#readSealedMirror(wanted, withPictures),
          this.#sealer.fetchKey(),
        ]);
        return found;
      },
      async ({ snapshot, ...lists }, open) => {
        if (!snapshot) return { ...lists, snapshot };
        const [rows, tables] = await Promise.all([
          Promise.all(
            snapshot.rows.map(async ({ records, ...place }) => ({ ...place, rows: await open(records) })),
          ),
          Promise.all(
            snapshot.tables.map(async ({ table, ...found }) => ({
              table,
              rows: await openTable(found, open),
            })),
          ),
        ]);
        return { ...lists, snapshot: { state: snapshot.state, rows, tables } };
      },
    );
  }

  #readSealedMirror(wanted: WantedRows, withPictures: boolean): Promise<SealedMirror> {
    return this.#connection.read(storesWithoutBytes, async (stores) => {
      const meta = new StoredMeta(stores);
      const read = () => readWanted(this.#rowsIn(stores), meta, wanted);
      // Before anything was read nothing can be up to date, and mostly there is nothing but rows: one record says so.
      const [first, rest] = wanted.pulls === null ? await Promise.all([read(), meta.readRest()]) : [];
      if (first && rest)
        return { outbox: [], settled: [], pictures: [], versions: null, snapshot: { state: rest, ...first } };
      const [outbox, settled, state, cursor, pictures] = await Promise.all([
        stores.outbox.getAll(),
        stores.settled.getAll(),
        meta.readState(),
        meta.readCursor(),
        withPictures ? stores.pictures.getAll() : null,
      ]);
      const lists = { outbox, settled, pictures, versions: cursor?.scopes ?? {} };
      if (state.pulls === wanted.pulls) return { ...lists, snapshot: null };
      return { ...lists, snapshot: { state, ...(first ?? (await read())) } };
    });
  }

  /** Reads rows and opens them after it. Where they are lost they are dropped, to be fetched again, and read anew: there are none then. */
  async opening<Found, Result>(
    read: () => Promise<Found>,
    open: (found: Found, rowsOf: OpenRows) => Promise<Result>,
  ): Promise<Result> {
    const rowsOf: OpenRows = (records) => this.#sealer.open(records);
    const found = await read();
    try {
      return await open(found, rowsOf);
    } catch (error) {
      if (!(error instanceof RowsLostError)) throw error;
      await this.forgetRows();
      return await open(await read(), rowsOf);
    }
  }

  /** Rows as `StoredRows` writes them. */
  sealRows(written: readonly WrittenRows[]): Promise<SealedRows[]> {
    return this.#sealer.seal(written);
  }

  /** Drops the snapshot and the key that it is sealed under. `left` stays instead of what was left before. */
  async forgetRows(left?: Sealed | null): Promise<void> {
    await this.write(async (stored) => {
      const { pulls } = await stored.readState();
      stored.rows.dropAll();
      if (left !== undefined) stored.writeLeft(left);
      // Counted up, so that a pull that is still on its way finds that it is too late.
      stored.writeState({ cursor: null, pulls: pulls + 1, complete: false });
    });
    await this.#sealer.dropKey();
  }

  /** All but the bytes of pictures in one transaction; what `work` writes is there altogether or not at all. */
  write<Result>(work: (stored: StoredReplica) => Promise<Result>, kind?: Kind): Promise<Result> {
    return this.#makingRoom(() => this.#writeAll(work), kind);
  }

  #writeAll<Result>(work: (stored: StoredReplica) => Promise<Result>): Promise<Result> {
    return this.#connection.write(storesWithoutBytes, (stores) =>
      work(new StoredReplica(stores, this.#keyRange)),
    );
  }

  /** The same without the snapshot, which may be large and read by a screen at the same time. */
  writeCalls<Result>(work: (stored: StoredCalls) => Promise<Result>): Promise<Result> {
    return this.#makingRoom(() =>
      this.#connection.write(storesOfCalls, (stores) => work(new StoredCalls(stores))),
    );
  }

  /** Adds calls, all of them or none, and answers their seqs. A person waits for this one write. */
  addCalls(records: readonly Omit<OutboxRecord, 'seq'>[]): Promise<number[]> {
    let again = false;
    return this.#makingRoom(() =>
      this.#connection.run(async (database) => {
        // A connection that went may have gone after the commit: the calls are then in there, and once is enough (law 2).
        const present = again ? await this.#findCalls(records) : [];
        again = true;
        if (present.length > 0) return present.map(({ seq }) => seq);
        return (await this.#connection.addAll(database, 'outbox', records)) as number[];
      }),
    );
  }

  #findCalls(records: readonly Pick<OutboxRecord, 'mutation_id'>[]): Promise<OutboxRecord[]> {
    const ids = records.map(({ mutation_id }) => mutation_id);
    return this.#connection.read(storesOfCalls, (stores) => new StoredCalls(stores).findCalls(ids));
  }

  /**
   * Lets calls leave the device: they are chosen while the database says which calls it has, and if `isWhole` agrees, it is
   * noted that those up to the last of them may have left. Null where it does not. When this resolves it is durable.
   */
  letGo<Calls extends readonly Pick<OutboxRecord, 'seq'>[]>(
    choose: () => Calls,
    isWhole: (present: readonly number[], chosen: Calls) => boolean,
  ): Promise<LetGo<Calls> | null> {
    return this.writeCalls(async (stored) => {
      const asking = Promise.all([stored.outbox.getAllKeys(), standingIn(stored)]);
      const calls = choose();
      const [present, standing] = await asking;
      if (!isWhole(present, calls)) return null;
      const sentThrough = Math.max(standing.sentThrough, calls.at(-1)?.seq ?? 0);
      if (sentThrough > standing.sentThrough) stored.writeSentThrough(sentThrough);
      return { calls, standing: { ...withName(stored, standing), sentThrough } };
    });
  }

  /** The calls as they lie there, sealed. */
  readCalls(): Promise<OutboxRecord[]> {
    return this.#connection.read(['outbox'], ({ outbox }) => outbox.getAll());
  }

  readPictures(): Promise<PictureRecord[]> {
    return this.#connection.read(['pictures'], ({ pictures }) => pictures.getAll());
  }

  async readPictureBytes(id: string): Promise<Sealed | undefined> {
    const found = await this.#connection.read(['picture_bytes'], (stores) => stores.picture_bytes.get(id));
    return found?.sealed;
  }

  /** The picture and its bytes are there together or not at all; one that is there already stays as it is. */
  addPicture(record: PictureRecord, sealed: Sealed): Promise<void> {
    return this.#writePictures(async ({ pictures, picture_bytes }) => {
      if (await pictures.get(record.id)) return;
      pictures.put(record);
      picture_bytes.put({ id: record.id, sealed });
    });
  }

  changePicture(id: string, change: (record: PictureRecord) => PictureRecord): Promise<void> {
    return this.#writePictures(async ({ pictures }) => {
      const record = await pictures.get(id);
      if (record) pictures.put(change(record));
    });
  }

  deletePictures(ids: readonly string[]): Promise<void> {
    return this.#writePictures(async (stores) => {
      for (const id of ids) for (const store of [stores.pictures, stores.picture_bytes]) store.delete(id);
    });
  }

  #writePictures(
    work: (stores: Pick<ReplicaStores, 'pictures' | 'picture_bytes'>) => Promise<void>,
  ): Promise<void> {
    return this.#makingRoom(() => this.#connection.write(['pictures', 'picture_bytes'], work));
  }

  /** As of one moment. Nothing is written but a name, once, so nobody waits for the disk. */
  async readStanding(): Promise<Standing> {
    const { clientId, ...standing } = await this.#connection.read(['meta'], (stores) =>
      standingIn(new StoredMeta(stores)),
    );
    if (clientId !== undefined) return { ...standing, clientId };
    return await this.writeCalls(async (stored) => withName(stored, await standingIn(stored)));
  }

  readLeft(): Promise<Sealed | undefined> {
    return this.#connection.read(['meta'], (stores) => new StoredMeta(stores).readLeft());
  }

  /** The rows of a table of a scope, for a screen that waits. */
  readRows(scope: Scope, table: SnapshotTable): Promise<SnapshotRow[]> {
    return this.opening(
      () => this.#connection.read(['rows'], (stores) => this.#rowsIn(stores).read({ scope, table })),
      (records, open) => open(records),
    );
  }

  /** The rows of a table by scope, over all scopes, those without any among them. */
  readTable(table: SnapshotTable): Promise<Map<Scope, SnapshotRow[]>> {
    return this.opening(
      () =>
        this.#connection.read(['rows', 'meta'], (stores) =>
          readTable(this.#rowsIn(stores), new StoredMeta(stores), table),
        ),
      openTable,
    );
  }

  /** What a pull is stored over, as of one moment. */
  readForPull<Place extends RowsPlace>(
    places: readonly Place[],
  ): Promise<{ before: StateAndCursor; epoch: string | undefined; rows: Map<Place, SnapshotRow[]> }> {
    return this.opening(
      () =>
        this.#connection.read(['rows', 'meta'], async (stores) => {
          const meta = new StoredMeta(stores);
          const [before, epoch, records] = await Promise.all([
            meta.readStateAndCursor(),
            meta.readEpoch(),
            this.#rowsIn(stores).readMany(places),
          ]);
          return { before, epoch, records };
        }),
      async ({ records, ...stood }, open) => {
        const opened = [...records].map(async ([place, found]) => [place, await open(found)] as const);
        return { ...stood, rows: new Map(await Promise.all(opened)) };
      },
    );
  }

  #rowsIn(stores: Pick<ReplicaStores, 'rows'>): StoredRows {
    return new StoredRows(stores, this.#keyRange);
  }

  /**
   * Drops the classes that are not `open`, to be fetched again when there is room. False: there were none. It makes no room
   * for itself: it is what makes room.
   */
  evict(open: ReadonlySet<Scope>): Promise<boolean> {
    return this.#writeAll(async (stored) => {
      const { cursor, pulls } = await stored.readStateAndCursor();
      const scopes = Object.entries(cursor?.scopes ?? {}) as [Scope, number][];
      const isKept = (scope: Scope) => open.has(scope) || !scope.startsWith('class:');
      const gone = scopes.filter(([scope]) => !isKept(scope));
      if (!cursor || gone.length === 0) return false;
      for (const [scope] of gone) stored.rows.dropScope(scope);
      // Without the scope in the cursor the next pull brings it as new. Counted up, so that one under way comes too late.
      const kept = Object.fromEntries(scopes.filter(([scope]) => isKept(scope)));
      stored.writeState({ cursor: { ...cursor, scopes: kept }, pulls: pulls + 1, complete: false });
      return true;
    });
  }
}

/** Without a name until it first speaks. */
async function standingIn(meta: StoredMeta): Promise<Omit<Standing, 'clientId'> & Partial<Standing>> {
  const [{ cursor, pulls }, clientId, sentThrough] = await Promise.all([
    meta.readStateAndCursor(),
    meta.readClientId(),
    meta.readSentThrough(),
  ]);
  return { cursor, pulls, sentThrough, ...(clientId !== undefined && { clientId }) };
}

/** Gives the device a name where it has none. */
function withName(stored: StoredMeta, standing: Awaited<ReturnType<typeof standingIn>>): Standing {
  const { clientId = uuidv7() } = standing;
  if (standing.clientId === undefined) stored.writeClientId(clientId);
  return { ...standing, clientId };
}
