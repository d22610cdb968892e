import type { Profile } from '#contract/identity/identity.schema.ts';
import {
  scopeOf,
  type Cursor,
  type Scope,
  type SnapshotRow,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import { isPrefix, type MirroredView, type PendingCall } from './outbox-calls.ts';
import type { Outbox } from './outbox.ts';
import type { StoredPull } from './pull.ts';
import type { AnyQueuedDefinition, BroughtRow, Effect, FindRow } from './queued.ts';
import type { MirroredRows, ReplicaDatabase, WantedRows } from './replica-database.ts';
import type { ExpectedRows } from './sealed-snapshot.ts';
import type { RowsPlace } from './replica-stores.ts';
import { missingIn, type SnapshotState } from './snapshot-state.ts';

/** Rows for a screen; the same object until they change, as `useSyncExternalStore` needs. */
export interface RowsResult<Table extends SnapshotTable> {
  readonly status: 'loading' | 'ready';
  readonly rows: readonly SnapshotRow<Table>[];
}

type Rows = readonly SnapshotRow[];
type AnyResult = RowsResult<SnapshotTable>;
type Key = `${Scope} ${SnapshotTable}`;

interface Shown {
  confirmed: Rows;
  pending: readonly PendingCall[];
  result: AnyResult;
  /** `#arrivals` when rows of other records were read for it; null if none were. The result is stale once `#arrivals` grows. */
  borrowed: number | null;
}

/** Before rows are read. */
export const loading = { status: 'loading', rows: [] } as const;

/**
 * What screens read: the confirmed snapshot with the pending calls replayed over it (an optimistic update that is never stored). When
 * a call is refused, its record is deleted and the confirmed rows show again.
 *
 * `#confirmed` caches stored rows by scope and table. `read` loads a key once, then replays; `#shown` memoizes the result.
 */
export class View implements MirroredView {
  readonly #database: ReplicaDatabase;
  readonly #outbox: Outbox;
  readonly #definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #standIns = new Map<Key, Rows>();
  readonly #expected: ExpectedRows;
  readonly #confirmed = new Map<Key, Rows>();
  readonly #shown = new Map<Key, Shown>();
  readonly #tables = new Map<SnapshotTable, { parts: readonly AnyResult[]; result: AnyResult }>();
  readonly #loadingKeys = new Set<Key>();
  readonly #opened = new Set<Scope>();
  /** The pending calls whose new scopes were added to `#confirmed`, by table. */
  readonly #openedFor = new Map<SnapshotTable, readonly PendingCall[]>();
  /** Counts loads and replacements of confirmed rows. */
  #arrivals = 0;
  /** `#arrivals` if the replay under way read rows of other records, else null. */
  #borrowed: number | null = null;
  readonly #loadedTables = new Set<SnapshotTable>();
  readonly #loadingTables = new Set<SnapshotTable>();
  /** Counts pulls, so that a read that began before a pull cannot overwrite its rows. */
  #generation = 0;
  // Below any stored count of pulls, so that the first read replaces it.
  #state: SnapshotState = { schema: null, pulls: -1, complete: false };
  /** Derived from the state once, as each read asks for it. */
  #missing: readonly string[] = [];
  /** Versions of the scopes on this device, as last read. */
  #versions: Cursor['scopes'] = {};

  constructor(
    database: ReplicaDatabase,
    outbox: Outbox,
    definitions: ReadonlyMap<string, AnyQueuedDefinition>,
    changed: () => void,
    /** Called when rows cannot be read. They stay `loading` and are read again at the next request. */
    failed: (error: unknown) => void,
    first: {
      /** The user's profile as the device knows it, shown until the first pull. */
      readonly standIn?: Profile | null;
      /** Rows to read together with the queue, at the first read. */
      readonly expected?: ExpectedRows;
    } = {},
  ) {
    this.#database = database;
    this.#outbox = outbox;
    this.#definitions = definitions;
    this.#changed = changed;
    this.#failed = failed;
    const { standIn = null, expected = { places: [], tables: [] } } = first;
    if (standIn) this.standIn({ scope: scopeOf.user(standIn.id), table: 'profile', rows: [standIn] });
    this.#expected = expected;
  }

  get state(): SnapshotState {
    return this.#state;
  }

  /** True for a table of another shape, until it is fetched again. */
  isMissing(table: SnapshotTable): boolean {
    return this.#missing.includes(table);
  }

  /** Rows that were stored elsewhere come with it. */
  #takeState(state: SnapshotState): void {
    this.#generation += 1;
    this.#arrivals += 1;
    this.#state = state;
    this.#missing = missingIn(state);
  }

  /** The version of a scope on this device; -1 if this tab does not know it. */
  versionOf(scope: Scope): number {
    return this.#versions[scope] ?? -1;
  }

  /** Drops all memoized results: new effects were registered. */
  replayAll(): void {
    this.#shown.clear();
    this.#openedFor.clear();
  }

  /** Takes over a stored pull: its state and the rows of each record that it wrote. */
  replace({ state, cursor, rows, dropped }: Pick<StoredPull, 'state' | 'cursor' | 'rows' | 'dropped'>): void {
    this.#takeState(state);
    this.#versions = cursor.scopes;
    for (const key of this.#confirmed.keys()) {
      if (dropped === 'all' || dropped.some((scope) => key.startsWith(`${scope} `))) this.#forget(key);
    }
    for (const { scope, table, rows: stored } of rows) {
      const key: Key = `${scope} ${table}`;
      if (this.#confirmed.has(key) || this.#loadedTables.has(table)) this.#confirmed.set(key, stored);
    }
    for (const table of this.#loadedTables) this.#fill(table, cursor);
  }

  /** Stored rows from memory, if memory is at this count of pulls. */
  storedRows({ scope, table }: RowsPlace, pulls: number): Rows | undefined {
    return pulls === this.#state.pulls ? this.#confirmed.get(`${scope} ${table}`) : undefined;
  }

  /** The rows to read again after another tab stored a pull: those in memory; at the first read, the expected ones. */
  wanted(): WantedRows {
    if (this.#state.pulls < 0) return { pulls: null, ...this.#expected };
    const places = [...this.#confirmed.keys()].map((key) => {
      const [scope, table] = split(key);
      return { scope, table };
    });
    return { pulls: this.#state.pulls, places, tables: [...this.#loadedTables] };
  }

  /** Takes over rows that were read again. */
  take({ state, rows, tables }: MirroredRows): void {
    this.#takeState(state);
    const read = new Set(rows.map(({ scope, table }): Key => `${scope} ${table}`));
    this.#openedFor.clear();
    // Rows loaded during this read may be older than it: drop them, they are loaded again when asked for.
    for (const key of this.#confirmed.keys()) if (!read.has(key)) this.#confirmed.delete(key);
    for (const { scope, table, rows: found } of rows) this.#confirmed.set(`${scope} ${table}`, found);
    for (const { table, rows: found } of tables) {
      this.#loadedTables.add(table);
      this.#takeTable(table, found);
    }
    for (const table of this.#loadedTables) {
      if (!tables.some((each) => each.table === table)) this.#loadedTables.delete(table);
    }
  }

  know(versions: Cursor['scopes']): void {
    this.#versions = versions;
  }

  read<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table> {
    const key: Key = `${scope} ${table}`;
    if (table === 'students') this.#opened.add(scope);
    const confirmed = this.#confirmed.get(key);
    if (confirmed) return this.#show(key, this.#orStandIn(key, confirmed)) as RowsResult<Table>;
    this.#loadKey(key).catch(this.#failed);
    return loading;
  }

  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
    if (!this.#loadedTables.has(table)) {
      this.#loadTable(table).catch(this.#failed);
      return loading;
    }
    this.#open(table);
    const parts: AnyResult[] = [];
    for (const [key, confirmed] of this.#confirmed) {
      if (split(key)[1] === table) parts.push(this.#show(key, this.#orStandIn(key, confirmed)));
    }
    const before = this.#tables.get(table);
    const same =
      before?.parts.length === parts.length && parts.every((part, place) => part === before.parts[place]);
    if (before && same) return before.result as RowsResult<Table>;
    const byId = new Map(parts.flatMap((part) => part.rows.map((row) => [row.id, row])));
    const result: AnyResult = { status: 'ready', rows: [...byId.values()] };
    this.#tables.set(table, { parts, result });
    return result as RowsResult<Table>;
  }

  /** Scopes whose students a screen has read; they are not evicted. */
  get openScopes(): ReadonlySet<Scope> {
    return this.#opened;
  }

  /** Finds a shown row among the loaded ones. */
  readonly find: FindRow = <Table extends SnapshotTable>(table: Table, id?: string) => {
    this.#open(table);
    for (const [key, confirmed] of this.#confirmed) {
      if (split(key)[1] !== table) continue;
      const { rows } = this.#show(key, this.#orStandIn(key, confirmed)) as RowsResult<Table>;
      const row = rows.find((each) => id === undefined || each.id === id);
      if (row) return row;
    }
    return undefined;
  };

  /** Rows that are shown until the first pull, in the place of none. The view never stores them. */
  standIn({ scope, table, rows }: RowsPlace & { readonly rows: Rows }): void {
    this.#standIns.set(`${scope} ${table}`, rows);
  }

  #orStandIn(key: Key, confirmed: Rows): Rows {
    const isMissing = confirmed.length === 0 && this.#state.schema === null;
    return (isMissing && this.#standIns.get(key)) || confirmed;
  }

  #show(key: Key, confirmed: Rows): AnyResult {
    const { pending } = this.#outbox;
    const before = this.#shown.get(key);
    const isStale = before?.confirmed !== confirmed || (before.borrowed ?? this.#arrivals) !== this.#arrivals;
    if (!isStale && before.pending === pending) return before.result;
    // Calls are only appended: replay just the new ones over the last result.
    const isMore = !isStale && isPrefix(before.pending, pending);
    this.#borrowed = isMore ? before.borrowed : null;
    const rows = isMore
      ? this.#replay(key, before.result.rows, pending, before.pending.length)
      : this.#replay(key, confirmed, pending, 0);
    const result: AnyResult = before?.result.rows === rows ? before.result : { status: 'ready', rows };
    this.#shown.set(key, { confirmed, pending, result, borrowed: this.#borrowed });
    return result;
  }

  /** Applies the pending calls from index `first` on. */
  #replay(key: Key, from: Rows, pending: readonly PendingCall[], first: number): Rows {
    let rows = from;
    for (let place = first; place < pending.length; place += 1) rows = this.#after(key, rows, pending, place);
    return rows;
  }

  /** Applies the effect of one pending call. */
  #after(key: Key, rows: Rows, pending: readonly PendingCall[], place: number): Rows {
    const [scope, table] = split(key);
    const call = pending[place];
    const effect = call && this.#definitions.get(call.name)?.effects[table];
    if (!effect) return rows;
    return (effect as Effect<SnapshotTable, unknown>)(rows, call.input, {
      scope,
      queued_at: call.queued_at,
      base: call.base,
      rowsOf: <Other extends SnapshotTable>(other: Other) => this.#confirmedRows(scope, other),
      resolveCarriedRows: <Other extends SnapshotTable, Row extends BroughtRow<Other>>(
        other: Other,
        brought: readonly Row[],
      ) => {
        const rowsBrought = brought as readonly unknown[] as Rows;
        const resolved = this.#resolveCarriedRows(`${scope} ${other}`, rowsBrought, pending.slice(0, place));
        return resolved as readonly unknown[] as readonly Row[];
      },
    });
  }

  /**
   * Resolves the rows carried in a call's `base`: the current snapshot row with the earlier pending calls applied, else the carried
   * copy with those of them that touch it. The copy may be older than the snapshot.
   */
  #resolveCarriedRows(key: Key, carried: Rows, calls: readonly PendingCall[]): Rows {
    if (carried.length === 0) return carried;
    this.#borrowed = this.#arrivals;
    const [, table] = split(key);
    const ids = new Set(carried.map(({ id }) => id));
    const resolved = new Map<string, SnapshotRow>();
    for (const [where, rows] of this.#confirmed) {
      const current = split(where)[1] === table ? rows.filter(({ id }) => ids.has(id)) : [];
      for (const row of this.#applyCalls(where, current, calls)) resolved.set(row.id, row);
    }
    const missing = carried.filter(({ id }) => !resolved.has(id));
    const touching = calls.filter((call) => this.#touches(call, ids));
    for (const row of this.#applyCalls(key, missing, touching)) resolved.set(row.id, row);
    return carried.map((row) => pick(resolved.get(row.id) ?? row, Object.keys(row)));
  }

  #touches({ name, input }: PendingCall, ids: ReadonlySet<string>): boolean {
    return (
      this.#definitions
        .get(name)
        ?.touches?.(input as never)
        .some((id) => ids.has(id)) ?? false
    );
  }

  /** Applies calls to the fields of these rows. Rows that an effect adds or removes are ignored: the caller decides which there are. */
  #applyCalls(key: Key, given: Rows, calls: readonly PendingCall[]): Rows {
    if (given.length === 0) return given;
    let rows = given;
    for (const call of calls) {
      const after = new Map(this.#after(key, rows, [call], 0).map((row) => [row.id, row]));
      rows = rows.map((row) => after.get(row.id) ?? row);
    }
    return rows;
  }

  #confirmedRows<Table extends SnapshotTable>(scope: Scope, table: Table): readonly SnapshotRow<Table>[] {
    this.#borrowed = this.#arrivals;
    const rows: readonly unknown[] = this.#confirmed.get(`${scope} ${table}`) ?? [];
    return rows as readonly SnapshotRow<Table>[];
  }

  async #loadKey(key: Key): Promise<void> {
    if (this.#loadingKeys.has(key)) return;
    this.#loadingKeys.add(key);
    const generation = this.#generation;
    try {
      const rows = await this.#database.readRows(...split(key));
      // After a pull in between, these rows are stale: the screen reads them again.
      if (generation === this.#generation) {
        this.#confirmed.set(key, rows);
        this.#arrivals += 1;
      }
    } finally {
      this.#loadingKeys.delete(key);
    }
    this.#changed();
  }

  async #loadTable(table: SnapshotTable): Promise<void> {
    if (this.#loadingTables.has(table)) return;
    this.#loadingTables.add(table);
    const generation = this.#generation;
    try {
      const found = await this.#database.readTable(table);
      if (generation === this.#generation) {
        this.#loadedTables.add(table);
        this.#takeTable(table, found);
        this.#arrivals += 1;
      }
    } finally {
      this.#loadingTables.delete(table);
    }
    this.#changed();
  }

  #takeTable(table: SnapshotTable, found: ReadonlyMap<Scope, Rows>): void {
    for (const key of this.#confirmed.keys()) {
      const [scope, of] = split(key);
      if (of === table && !found.has(scope)) this.#confirmed.set(key, []);
    }
    for (const [scope, rows] of found) this.#confirmed.set(`${scope} ${table}`, rows);
  }

  /** Adds scopes without rows: they have no record, but pending calls may add rows. */
  #fill(table: SnapshotTable, { scopes }: Cursor): void {
    for (const scope of Object.keys(scopes) as Scope[]) {
      const key: Key = `${scope} ${table}`;
      if (!this.#confirmed.has(key)) this.#confirmed.set(key, []);
    }
  }

  /** Adds the scopes that pending calls create; they are not stored yet. */
  #open(table: SnapshotTable): void {
    const { pending } = this.#outbox;
    if (this.#openedFor.get(table) === pending) return;
    this.#openedFor.set(table, pending);
    for (const { name, input } of pending) {
      for (const scope of this.#definitions.get(name)?.opens?.(input as never) ?? []) {
        const key: Key = `${scope} ${table}`;
        if (!this.#confirmed.has(key)) this.#confirmed.set(key, []);
      }
    }
  }

  #forget(key: Key): void {
    // Kept as empty, so that an open screen shows that it is gone instead of loading for ever.
    this.#confirmed.set(key, []);
  }
}

function pick(row: SnapshotRow, fields: readonly string[]): SnapshotRow {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as SnapshotRow;
}

function split(key: Key): [Scope, SnapshotTable] {
  return key.split(' ') as [Scope, SnapshotTable];
}
