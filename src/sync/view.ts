import type { Profile } from '#contract/identity/identity.schema.ts';
import {
  scopeOf,
  type Cursor,
  type Scope,
  type SnapshotRow,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import type { MirroredView, Outbox, PendingCall } from './outbox.ts';
import type { StoredPull } from './pull.ts';
import type { AnyQueuedDefinition, BroughtRow, Effect, FindRow } from './queued.ts';
import type { ExpectedRows, MirroredRows, ReplicaDatabase, WantedRows } from './replica-database.ts';
import type { RowsPlace, SnapshotState } from './replica-stores.ts';

/** Rows for a screen. The same object until something in it changed, as `useSyncExternalStore` wants it. */
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
  /** As of how many arrivals rows of other records are in it; null where none are. */
  borrowed: number | null;
}

const loading: AnyResult = { status: 'loading', rows: [] };

/**
 * What is shown = the confirmed snapshot, with the pending calls replayed over it. Nothing optimistic is ever stored:
 * when a call is refused its record goes, and the old truth is simply there.
 */
export class View implements MirroredView {
  readonly #database: ReplicaDatabase;
  readonly #outbox: Outbox;
  readonly #definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #standIn: { key: Key; rows: Rows } | null;
  readonly #expected: ExpectedRows;
  readonly #confirmed = new Map<Key, Rows>();
  readonly #shown = new Map<Key, Shown>();
  readonly #tables = new Map<SnapshotTable, { parts: readonly AnyResult[]; result: AnyResult }>();
  readonly #loadingKeys = new Set<Key>();
  readonly #opened = new Set<Scope>();
  /** The calls whose own scopes are among the rows, by table. */
  readonly #openedFor = new Map<SnapshotTable, readonly PendingCall[]>();
  /** Counts what came into memory or went. */
  #arrivals = 0;
  /** While rows are put together: as of how many arrivals they borrow from other records. */
  #borrowed: number | null = null;
  readonly #loadedTables = new Set<SnapshotTable>();
  readonly #loadingTables = new Set<SnapshotTable>();
  /** Counts what a pull replaced, so that a reading that began before it does not bring the old rows back. */
  #generation = 0;
  // No database has had so many pulls, so the first reading takes its state over.
  #state: SnapshotState = { schema: null, pulls: -1, complete: false };
  /** Of the scopes that are here, as far as anybody looked. */
  #versions: Cursor['scopes'] = {};

  constructor(
    database: ReplicaDatabase,
    outbox: Outbox,
    definitions: ReadonlyMap<string, AnyQueuedDefinition>,
    changed: () => void,
    /** Hears that rows could not be read; they stay `loading` and are read again when they are next asked for. */
    failed: (error: unknown) => void,
    first: {
      /** The person as the device knows them: what they change of themselves is shown on it until the first pull. */
      readonly standIn?: Profile | null;
      /** Read with the first reading of all. */
      readonly expected?: ExpectedRows;
    } = {},
  ) {
    this.#database = database;
    this.#outbox = outbox;
    this.#definitions = definitions;
    this.#changed = changed;
    this.#failed = failed;
    const { standIn = null, expected = { places: [], tables: [] } } = first;
    this.#standIn = standIn && { key: `${scopeOf.user(standIn.id)} profile`, rows: [standIn] };
    this.#expected = expected;
  }

  get state(): SnapshotState {
    return this.#state;
  }

  /** The version of a scope that is here, as far as this tab knows; -1 where it does not. */
  versionOf(scope: Scope): number {
    return this.#versions[scope] ?? -1;
  }

  /** More is known of what calls do. */
  replayAll(): void {
    this.#shown.clear();
    this.#openedFor.clear();
  }

  /** Takes over what a pull stored: the new state, and the rows of every record it wrote. */
  replace({ state, cursor, rows, dropped }: Pick<StoredPull, 'state' | 'cursor' | 'rows' | 'dropped'>): void {
    this.#generation += 1;
    this.#arrivals += 1;
    this.#state = state;
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

  /** Rows as they are stored, where they are in memory and the snapshot in memory is the one of so many pulls. */
  storedRows({ scope, table }: RowsPlace, pulls: number): Rows | undefined {
    return pulls === this.#state.pulls ? this.#confirmed.get(`${scope} ${table}`) : undefined;
  }

  /** What would have to be read again where another tab stored a pull: what is in memory, and at first what is expected. */
  wanted(): WantedRows {
    if (this.#state.pulls < 0) return { pulls: null, ...this.#expected };
    const places = [...this.#confirmed.keys()].map((key) => {
      const [scope, table] = split(key);
      return { scope, table };
    });
    return { pulls: this.#state.pulls, places, tables: [...this.#loadedTables] };
  }

  /** Takes over what was read again. */
  take({ state, rows, tables }: MirroredRows): void {
    this.#generation += 1;
    this.#arrivals += 1;
    this.#state = state;
    const read = new Set(rows.map(({ scope, table }): Key => `${scope} ${table}`));
    this.#openedFor.clear();
    // What came into memory while this was being read may be older than it, and is read once more when asked for.
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
    return loading as RowsResult<Table>;
  }

  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
    if (!this.#loadedTables.has(table)) {
      this.#loadTable(table).catch(this.#failed);
      return loading as RowsResult<Table>;
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

  /** Scopes whose children some screen has asked for. */
  get openScopes(): ReadonlySet<Scope> {
    return this.#opened;
  }

  /** A row as it is shown, among those that some screen has asked for. */
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

  /** Only while nothing was ever pulled: it is no row of the snapshot, and never stored. */
  #orStandIn(key: Key, confirmed: Rows): Rows {
    const isMissing = confirmed.length === 0 && this.#state.schema === null;
    return isMissing && this.#standIn?.key === key ? this.#standIn.rows : confirmed;
  }

  #show(key: Key, confirmed: Rows): AnyResult {
    const { pending } = this.#outbox;
    const before = this.#shown.get(key);
    const isStale = before?.confirmed !== confirmed || (before.borrowed ?? this.#arrivals) !== this.#arrivals;
    if (!isStale && before.pending === pending) return before.result;
    // A new change comes last: the others are in what is shown already.
    const isMore = !isStale && isPrefix(before.pending, pending);
    this.#borrowed = isMore ? before.borrowed : null;
    const rows = isMore
      ? this.#replay(key, before.result.rows, pending, before.pending.length)
      : this.#replay(key, confirmed, pending, 0);
    const result: AnyResult = before?.result.rows === rows ? before.result : { status: 'ready', rows };
    this.#shown.set(key, { confirmed, pending, result, borrowed: this.#borrowed });
    return result;
  }

  /** The rows after the pending calls from `first` on. */
  #replay(key: Key, from: Rows, pending: readonly PendingCall[], first: number): Rows {
    let rows = from;
    for (let place = first; place < pending.length; place += 1) rows = this.#after(key, rows, pending, place);
    return rows;
  }

  /** The rows after one of the pending calls. */
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
      asLeftBefore: <Other extends SnapshotTable, Row extends BroughtRow<Other>>(
        other: Other,
        brought: readonly Row[],
      ) => {
        const rowsBrought = brought as readonly unknown[] as Rows;
        const left = this.#asLeft(`${scope} ${other}`, rowsBrought, pending.slice(0, place));
        return left as readonly unknown[] as readonly Row[];
      },
    });
  }

  /**
   * Rows that a call brings along as these calls leave them: those that the snapshot has as they are where they stand, because
   * whoever brought them may not have heard of everything that is in it by now, and the others as they were brought.
   */
  #asLeft(key: Key, brought: Rows, calls: readonly PendingCall[]): Rows {
    if (brought.length === 0) return brought;
    this.#borrowed = this.#arrivals;
    const [, table] = split(key);
    const ids = new Set(brought.map(({ id }) => id));
    const left = new Map<string, SnapshotRow>();
    for (const [where, rows] of this.#confirmed) {
      const standing = split(where)[1] === table ? rows.filter(({ id }) => ids.has(id)) : [];
      for (const row of this.#changedBy(where, standing, calls)) left.set(row.id, row);
    }
    const missing = brought.filter(({ id }) => !left.has(id));
    const concerned = calls.filter((call) => this.#touches(call, ids));
    for (const row of this.#changedBy(key, missing, concerned)) left.set(row.id, row);
    return brought.map((row) => pick(left.get(row.id) ?? row, Object.keys(row)));
  }

  #touches({ name, input }: PendingCall, ids: ReadonlySet<string>): boolean {
    return (
      this.#definitions
        .get(name)
        ?.touches?.(input as never)
        .some((id) => ids.has(id)) ?? false
    );
  }

  /**
   * The same rows as these calls change them; none comes and none goes, for that is for who brings them to say. An effect changes
   * fields of rows that it finds by their ids, and leaves the others alone.
   */
  #changedBy(key: Key, standing: Rows, calls: readonly PendingCall[]): Rows {
    if (standing.length === 0) return standing;
    let rows = standing;
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
      // A pull came in between: its rows are newer than what was read, so it is read once more.
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

  /** A scope without rows has no record, but pending calls may put rows into it. */
  #fill(table: SnapshotTable, { scopes }: Cursor): void {
    for (const scope of Object.keys(scopes) as Scope[]) {
      const key: Key = `${scope} ${table}`;
      if (!this.#confirmed.has(key)) this.#confirmed.set(key, []);
    }
  }

  /** A scope that a pending call makes is nowhere yet. */
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
    // Kept as empty, so that a screen that is open on it shows that it is gone instead of loading for ever.
    this.#confirmed.set(key, []);
  }
}

function pick(row: SnapshotRow, fields: readonly string[]): SnapshotRow {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as SnapshotRow;
}

function split(key: Key): [Scope, SnapshotTable] {
  return key.split(' ') as [Scope, SnapshotTable];
}

/** Calls are ordered and each is one object as long as nothing about it changes, so the last of them tells. */
function isPrefix(shorter: readonly PendingCall[], longer: readonly PendingCall[]): boolean {
  return shorter.length <= longer.length && shorter.at(-1) === longer[shorter.length - 1];
}
