import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import { addAll, Connection } from './connection.ts';
import type { SyncEnvironment } from './environment.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import {
  replicaLayout,
  StoredCalls,
  StoredMeta,
  StoredReplica,
  StoredRows,
  storesOfAll,
  storesOfCalls,
  type OutboxRecord,
  type PictureRecord,
  type ReplicaStores,
  type RowsPlace,
  type SettledRecord,
  type SnapshotState,
} from './replica-stores.ts';
import type { Sealed } from './sealing.ts';

/** As whom this device speaks to the server, and what the server may have of it. */
export interface Standing extends Pick<SnapshotState, 'cursor' | 'pulls'> {
  /** Undefined until it first speaks. */
  readonly clientId: string | undefined;
  /** The last seq that may have left this device. */
  readonly sentThrough: number;
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

/** What a mirror is read from. */
type StoresOfMirror = Pick<ReplicaStores, (typeof storesOfAll)[number]> &
  Partial<Pick<ReplicaStores, 'pictures'>>;

/** What is written: a person's words, for which everything else has to make room, or what can be fetched again. */
type Kind = 'words' | 'cache';

/** The database of one person of one tenant. */
export class ReplicaDatabase {
  readonly name: string;
  readonly #connection: Connection<ReplicaStores>;
  readonly #keyRange: typeof IDBKeyRange;
  /** Clears something away when the device is full; false where nothing is left to clear. */
  makeRoom: (() => Promise<boolean>) | null = null;

  constructor(environment: SyncEnvironment, owner: { tenant_id: string; user_id: string }) {
    this.name = `quillshelf:${owner.tenant_id}:${owner.user_id}`;
    this.#connection = new Connection(environment, replicaLayout(this.name));
    this.#keyRange = environment.indexedDb.IDBKeyRange;
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
   * that contain it already. The rows are left out where nothing was pulled since.
   */
  readMirror(wanted: WantedRows, withPictures = false): Promise<Mirror> {
    // Whoever writes a picture is not waited for by somebody who does not ask for any.
    const names = withPictures ? ([...storesOfAll, 'pictures'] as const) : storesOfAll;
    return this.#connection.read(names, async (stores: StoresOfMirror) => {
      const rows = this.#rowsIn(stores);
      const [expected, outbox, settled, state, pictures] = await Promise.all([
        // Before anything was read nothing can be up to date: rows are asked for in the same breath.
        wanted.pulls === null ? readWanted(rows, wanted) : null,
        stores.outbox.getAll(),
        stores.settled.getAll(),
        new StoredMeta(stores).readState(),
        stores.pictures?.getAll() ?? null,
      ]);
      if (state.pulls === wanted.pulls) return { outbox, settled, snapshot: null, pictures };
      const found = expected ?? (await readWanted(rows, wanted));
      return { outbox, settled, snapshot: { state, ...found }, pictures };
    });
  }

  /** All but the pictures in one transaction; what `work` writes is there altogether or not at all. */
  write<Result>(work: (stored: StoredReplica) => Promise<Result>, kind?: Kind): Promise<Result> {
    return this.#makingRoom(() => this.#writeAll(work), kind);
  }

  #writeAll<Result>(work: (stored: StoredReplica) => Promise<Result>): Promise<Result> {
    return this.#connection.write(storesOfAll, (stores) => work(new StoredReplica(stores, this.#keyRange)));
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
        return (await addAll(database, 'outbox', records)) as number[];
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
  ): Promise<Calls | null> {
    return this.writeCalls(async (stored) => {
      const asking = Promise.all([stored.outbox.getAllKeys(), stored.readSentThrough()]);
      const chosen = choose();
      const [present, sentThrough] = await asking;
      if (!isWhole(present, chosen)) return null;
      const through = chosen.at(-1)?.seq ?? 0;
      if (through > sentThrough) stored.writeSentThrough(through);
      return chosen;
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

  /** As of one moment. Nothing is written, so nobody waits for the disk. */
  readStanding(): Promise<Standing> {
    return this.#connection.read(['meta'], async (stores) => {
      const meta = new StoredMeta(stores);
      const [{ cursor, pulls }, clientId, sentThrough] = await Promise.all([
        meta.readState(),
        meta.readClientId(),
        meta.readSentThrough(),
      ]);
      return { clientId, cursor, pulls, sentThrough };
    });
  }

  /** The rows of a table of a scope, for a screen that waits. */
  readRows(scope: Scope, table: SnapshotTable): Promise<SnapshotRow[]> {
    return this.#connection.read(['rows'], (stores) => this.#rowsIn(stores).read(scope, table));
  }

  /** The rows of a table by scope, over all scopes. */
  readTable(table: SnapshotTable): Promise<Map<Scope, SnapshotRow[]>> {
    return this.#connection.read(['rows'], (stores) => this.#rowsIn(stores).readTable(table));
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
      const { cursor, pulls } = await stored.readState();
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

async function readWanted(
  stored: StoredRows,
  { places, tables }: ExpectedRows,
): Promise<Pick<MirroredRows, 'rows' | 'tables'>> {
  const [rows, whole] = await Promise.all([
    Promise.all(
      places.map(async ({ scope, table }) => ({ scope, table, rows: await stored.read(scope, table) })),
    ),
    Promise.all(tables.map(async (table) => ({ table, rows: await stored.readTable(table) }))),
  ]);
  return { rows, tables: whole };
}
