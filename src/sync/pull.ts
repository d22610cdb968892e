import { advance } from '#contract/sync/sync.rules.ts';
import type {
  Cursor,
  PullAnswer,
  Scope,
  ScopeChanges,
  SnapshotRow,
  SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import type { ReplicaDatabase } from './replica-database.ts';
import type { RowsPlace, SealedRows, StoredReplica, WrittenRows } from './replica-stores.ts';
import { missingIn, stateOf, type SnapshotState } from './snapshot-state.ts';

/** A pull as it is stored, and what it changes for the view. */
export interface StoredPull {
  readonly kind: 'stored';
  readonly state: SnapshotState;
  readonly cursor: Cursor;
  readonly rows: readonly WrittenRows[];
  /** The same as they are stored. */
  readonly sealed: readonly SealedRows[];
  /** Whose rows are replaced or gone. */
  readonly dropped: readonly Scope[] | 'all';
  /** Those of them that the device had. */
  readonly cleared: readonly Scope[] | 'all';
  /** Null where it is the one that is known. */
  readonly epoch: string | null;
  /** True where the server's data has another life: it was restored or moved. */
  readonly other_epoch: boolean;
}

/**
 * Says how a page of a pull is to be stored, and seals its rows, before the transaction that `writePull` does it in: that one finds
 * it late where another tab stored a pull in between. `late`: another tab stored one since this one was asked for; its rows may be
 * newer, so ours are dropped. `unchanged`: there is nothing to store.
 */
export async function preparePull(
  database: ReplicaDatabase,
  asked: { pulls: number },
  answer: PullAnswer,
  /** The rows that are stored, where they are in memory as of the pulls that were asked on top of. */
  inMemory: (place: RowsPlace) => readonly SnapshotRow[] | undefined,
): Promise<StoredPull | { kind: 'late' | 'unchanged' }> {
  const replaced = answer.scopes.filter((changes) => changes.replace).map((changes) => changes.scope);
  const gone: ReadonlySet<Scope> = new Set([...answer.drop_scopes, ...replaced]);
  const tables = answer.scopes.flatMap((changes) => tablesOf(changes));
  const kept = answer.reset ? [] : tables.filter(({ scope }) => !gone.has(scope));
  const known = new Map(kept.map((each) => [each, inMemory(each)]));
  const { before, epoch, rows: read } = await database.readForPull(kept.filter((each) => !known.get(each)));
  if (before.pulls !== asked.pulls) return { kind: 'late' };
  const complete = !answer.more || (before.complete && !answer.reset);
  const isRenewed = missingIn(before).length > missingIn(answer.cursor).length;
  const brought = answer.reset || answer.drop_scopes.length > 0 || answer.scopes.length > 0 || isRenewed;
  if (!brought && complete === before.complete) return { kind: 'unchanged' };
  const had = before.cursor?.scopes ?? {};
  const cursor = advance(before.cursor, answer);
  const rows = tables.map((each) => withChanges(each, known.get(each) ?? read.get(each) ?? []));
  return {
    kind: 'stored',
    state: stateOf({ cursor, pulls: before.pulls + 1, complete }),
    cursor,
    rows,
    sealed: await database.sealRows(rows),
    dropped: answer.reset ? 'all' : [...gone],
    // Most of a first download is new to the device: there is nothing to clear.
    cleared: answer.reset
      ? 'all'
      : [...gone].filter((scope) => Object.hasOwn(had, scope) || answer.drop_scopes.includes(scope)),
    epoch: epoch === answer.cursor.epoch ? null : answer.cursor.epoch,
    other_epoch: epoch !== undefined && epoch !== answer.cursor.epoch,
  };
}

/**
 * Stores rows, what is gone and the cursor. The transaction also takes away the calls that these rows contain (laws 8, 9
 * and 10).
 */
export async function writePull(
  stored: StoredReplica,
  { state, cursor, sealed, cleared, epoch }: StoredPull,
): Promise<void> {
  if (cleared === 'all') stored.rows.dropAll();
  else for (const scope of cleared) stored.rows.dropScope(scope);
  stored.rows.write(sealed);
  stored.writeState({ ...state, cursor });
  // Kept beside the cursor, which goes when somebody signs out.
  if (epoch !== null) stored.writeEpoch(epoch);
}

/** Rows of a table of a scope as they look with the changes in them. */
function withChanges({ scope, table, change }: TableChanges, before: readonly SnapshotRow[]): WrittenRows {
  const rows = change.replace ? change.rows : merge(before, change.rows, change.removed);
  return { scope, table, before, rows };
}

interface TableChanges {
  readonly scope: Scope;
  readonly table: SnapshotTable;
  readonly change: Pick<NonNullable<ScopeChanges['tables'][SnapshotTable]>, 'removed' | 'replace'> & {
    rows: readonly SnapshotRow[];
  };
}

function tablesOf({ scope, tables }: ScopeChanges): TableChanges[] {
  const named = Object.entries(tables) as [SnapshotTable, TableChanges['change'] | undefined][];
  return named.flatMap(([table, change]) => (change ? [{ scope, table, change }] : []));
}

/** Changed rows keep their place, new ones come last, removed ones go. */
function merge(
  before: readonly SnapshotRow[],
  changed: readonly SnapshotRow[],
  removed: readonly string[],
): readonly SnapshotRow[] {
  if (before.length === 0) return changed;
  const byId = new Map(before.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  for (const id of removed) byId.delete(id);
  return [...byId.values()];
}
