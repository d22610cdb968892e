import { idInScope } from '#contract/sync/sync.rules.ts';
import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';

/** The rows of a table that stand in the own scope of a person, and in no other. */
export function ofPerson<Table extends SnapshotTable>(
  table: Table,
  list: (
    transaction: TenantTransaction,
    tenantId: string,
    wanted: { userId: string; ids?: readonly string[] },
  ) => Promise<SnapshotRow<Table>[]>,
): SnapshotSource<Table> {
  return {
    table,
    async read(transaction, tenantId, wanted) {
      const found = new Map<Scope, SnapshotRow<Table>[]>();
      for (const { scope, ids } of wanted) {
        const userId = idInScope(scope, 'user');
        if (userId === null) continue;
        found.set(scope, await list(transaction, tenantId, { userId, ...(ids !== 'all' && { ids }) }));
      }
      return found;
    },
  };
}
