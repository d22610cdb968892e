import { versionsIn } from '#contract/sync/sync.rules.ts';
import {
  snapshotTableNames,
  tableVersions,
  type Cursor,
  type TableVersions,
} from '#contract/sync/sync.schema.ts';
import type { ReplicaDatabase } from './replica-database.ts';
import { missingIn, type SnapshotState } from './snapshot-state.ts';

/**
 * Drops the tables that another version of the app stored in another shape. They are fetched again, the rest stays and is shown.
 * @returns of how many tables the rows are of our shape; none is dropped where it is of none, as all of the snapshot has to go
 */
export async function dropOtherShapes(
  database: ReplicaDatabase,
  state: SnapshotState,
): Promise<'all' | 'some' | 'none'> {
  const missing = missingIn(state);
  if (missing.length === 0) return 'all';
  if (missing.length === snapshotTableNames.length) return 'none';
  const ours: TableVersions = tableVersions;
  await database.write(async (stored) => {
    const { cursor, pulls, complete } = await stored.readStateAndCursor();
    if (!cursor) return;
    const held = { ...versionsIn(cursor), ...cursor.renewing?.tables };
    const gone = Object.keys(held).filter((table) => held[table] !== ours[table]);
    // Another tab was quicker, or they are being fetched.
    if (gone.length === 0) return;
    for (const table of gone) stored.rows.dropTable(table);
    // Counted up, so that a pull that is still on its way finds that it is too late.
    stored.writeState({ cursor: without(cursor, gone), pulls: pulls + 1, complete });
  });
  return 'some';
}

function without(cursor: Cursor, gone: readonly string[]): Cursor {
  const { renewing: _renewing, ...rest } = cursor;
  const held = Object.entries(versionsIn(cursor)).filter(([table]) => !gone.includes(table));
  // An app that knows one number for all tables, put back here, would miss them: it is to fetch everything.
  return { ...rest, schema: 0, tables: Object.fromEntries(held) };
}
