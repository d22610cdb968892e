import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { RowsPlace, SnapshotRecord, StoredMeta, StoredRows } from './replica-stores.ts';
import type { SnapshotState } from './snapshot-state.ts';

/* What is read of a snapshot inside of a transaction, and how it is opened after it. */

/** Rows that a screen asks for: of a scope, or over all scopes. */
export interface ExpectedRows {
  readonly places: readonly RowsPlace[];
  readonly tables: readonly SnapshotTable[];
}

/** The rows that were wanted as they lie there, and where the snapshot stands. */
export interface SealedSnapshot {
  readonly state: SnapshotState;
  readonly rows: readonly (RowsPlace & { records: readonly SnapshotRecord[] })[];
  readonly tables: readonly (FoundTable & { table: SnapshotTable })[];
}

/** The rows of records, in their order. */
export type OpenRows = (records: readonly SnapshotRecord[]) => Promise<SnapshotRow[]>;

/** The records of a table, and the scopes that are here. */
interface FoundTable {
  readonly records: readonly SnapshotRecord[];
  readonly scopes: readonly Scope[];
}

export async function readTable(
  stored: StoredRows,
  meta: StoredMeta,
  table: SnapshotTable,
): Promise<FoundTable> {
  const [records, cursor] = await Promise.all([stored.readTable(table), meta.readCursor()]);
  return { records, scopes: Object.keys(cursor?.scopes ?? {}) as Scope[] };
}

/** By scope. One without rows has no record, but pending calls may put rows into it. */
export async function openTable(
  { records, scopes }: FoundTable,
  open: OpenRows,
): Promise<Map<Scope, SnapshotRow[]>> {
  const opened = await Promise.all(
    records.map(async (record) => ({ scope: record.scope, rows: await open([record]) })),
  );
  const found = new Map<Scope, SnapshotRow[]>();
  for (const { scope, rows } of opened) found.set(scope, [...(found.get(scope) ?? []), ...rows]);
  for (const scope of scopes) if (!found.has(scope)) found.set(scope, []);
  return found;
}

export async function readWanted(
  stored: StoredRows,
  meta: StoredMeta,
  { places, tables }: ExpectedRows,
): Promise<Pick<SealedSnapshot, 'rows' | 'tables'>> {
  const [rows, whole] = await Promise.all([
    Promise.all(places.map(async (place) => ({ ...place, records: await stored.read(place) }))),
    Promise.all(tables.map(async (table) => ({ table, ...(await readTable(stored, meta, table)) }))),
  ]);
  return { rows, tables: whole };
}
