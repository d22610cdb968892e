import { advance } from '#contract/sync/sync.rules.ts';
import type {
  PullAnswer,
  Scope,
  ScopeChanges,
  SnapshotRow,
  SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import type { ReplicaDatabase, SnapshotState, WrittenRows } from './replica-database.ts';

/** What a stored pull changed, for the view. */
export interface StoredPull {
  kind: 'stored';
  state: SnapshotState;
  written: Map<`${Scope} ${SnapshotTable}`, readonly SnapshotRow[]>;
  dropped: readonly Scope[] | 'all';
  /** True where the server's data has another life: it was restored or moved. */
  other_epoch: boolean;
}

/**
 * Stores a page of a pull: rows, what is gone and the cursor, inside the transaction of the caller, which also takes away
 * the calls that these rows contain (laws 8, 9 and 10). `late`: another tab stored a pull since this one was asked for;
 * its rows may be newer, so ours are dropped. `unchanged`: there was nothing to store.
 */
export async function storePull(
  database: ReplicaDatabase,
  asked: { pulls: number },
  answer: PullAnswer,
): Promise<StoredPull | { kind: 'late' | 'unchanged' }> {
  const before = await database.readState();
  if (before.pulls !== asked.pulls) return { kind: 'late' };
  const complete = !answer.more || (before.complete && !answer.reset);
  const brought = answer.reset || answer.drop_scopes.length > 0 || answer.scopes.length > 0;
  if (!brought && complete === before.complete) return { kind: 'unchanged' };
  if (answer.reset) await database.dropSnapshot();
  const held = new Set(answer.reset ? [] : Object.keys(before.cursor?.scopes ?? {}));
  const replaced = answer.scopes.filter((changes) => changes.replace).map((changes) => changes.scope);
  // Most of a first download is new to the device: there is nothing to drop.
  for (const scope of [...answer.drop_scopes, ...replaced.filter((each) => held.has(each))])
    await database.dropScope(scope);
  const rows = await withChanges(database, answer.scopes);
  await database.writeRows(rows);
  const cursor = advance(before.cursor, answer);
  const state: SnapshotState = { cursor, pulls: before.pulls + 1, complete };
  await database.writeState(state);
  // Kept beside the cursor, which goes when somebody signs out.
  const epoch = await database.readEpoch();
  if (epoch !== answer.cursor.epoch) await database.writeEpoch(answer.cursor.epoch);
  return {
    kind: 'stored',
    state,
    written: new Map(rows.map((each) => [`${each.scope} ${each.table}`, each.rows])),
    dropped: answer.reset ? 'all' : [...answer.drop_scopes, ...replaced],
    other_epoch: epoch !== undefined && epoch !== answer.cursor.epoch,
  };
}

/** The tables of the scopes as they look with the changes in them. */
async function withChanges(
  database: ReplicaDatabase,
  scopes: readonly ScopeChanges[],
): Promise<readonly WrittenRows[]> {
  const tables = scopes.flatMap((changes) => tablesOf(changes));
  const held = await database.readRowsOf(tables.filter(({ replace }) => !replace));
  return tables.map((each) => {
    const { scope, table, change } = each;
    const before = held.get(each) ?? [];
    return { scope, table, before, rows: merge(before, change.rows, change.removed) };
  });
}

interface TableChanges {
  readonly scope: Scope;
  readonly table: SnapshotTable;
  readonly replace: boolean;
  readonly change: { rows: readonly SnapshotRow[]; removed: readonly string[] };
}

function tablesOf({ scope, replace, tables }: ScopeChanges): TableChanges[] {
  const named = Object.entries(tables) as [SnapshotTable, TableChanges['change'] | undefined][];
  return named.flatMap(([table, change]) => (change ? [{ scope, table, replace, change }] : []));
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
