import { snapshotTables, type SnapshotRow, type SnapshotTable } from '#contract/sync/sync.schema.ts';

export type RowsByTable = { readonly [Table in SnapshotTable]: readonly SnapshotRow<Table>[] };

/** A device with nothing on it: every table that there is, without a row. */
export const noRows = Object.fromEntries(
  Object.keys(snapshotTables).map((table) => [table, []]),
) as unknown as RowsByTable;
