import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Rows wanted of a scope: those of these ids, or all. */
export interface RowsWanted {
  scope: Scope;
  ids: readonly string[] | 'all';
}

/**
 * How a module shows its rows to devices, one per table of the snapshot. A row that was asked for and does not come
 * has left the scope.
 */
export interface SnapshotSource<Table extends SnapshotTable = SnapshotTable> {
  readonly table: Table;
  read(
    transaction: TenantTransaction,
    tenantId: string,
    wanted: readonly RowsWanted[],
  ): Promise<Map<Scope, SnapshotRow<Table>[]>>;
}
