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
  const rows = await Promise.all(answer.scopes.map((changes) => rowsOf(database, changes)));
  await database.writeRows(rows.flat());
  const cursor = advance(before.cursor, answer);
  const state: SnapshotState = { cursor, pulls: before.pulls + 1, complete };
  await database.writeState(state);
  // Kept beside the cursor, which goes when somebody signs out.
  const epoch = await database.readEpoch();
  if (epoch !== answer.cursor.epoch) await database.writeEpoch(answer.cursor.epoch);
  return {
    kind: 'stored',
    state,
    written: new Map(rows.flat().map((each) => [`${each.scope} ${each.table}`, each.rows])),
    dropped: answer.reset ? 'all' : [...answer.drop_scopes, ...replaced],
    other_epoch: epoch !== undefined && epoch !== answer.cursor.epoch,
  };
}

/** What a scope's tables look like with the changes in them. */
async function rowsOf(database: ReplicaDatabase, changes: ScopeChanges): Promise<WrittenRows[]> {
  const { scope, replace } = changes;
  const tables = Object.entries(changes.tables) as [SnapshotTable, (typeof changes.tables)[SnapshotTable]][];
  return await Promise.all(
    tables.flatMap(([table, change]) => {
      if (!change) return [];
      return [rowsOfTable(database, { scope, table, replace }, change)];
    }),
  );
}

async function rowsOfTable(
  database: ReplicaDatabase,
  { scope, table, replace }: { scope: Scope; table: SnapshotTable; replace: boolean },
  change: { rows: readonly SnapshotRow[]; removed: readonly string[] },
): Promise<WrittenRows> {
  const before = replace ? [] : await database.readRows(scope, table);
  return { scope, table, before, rows: merge(before, change.rows, change.removed) };
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
