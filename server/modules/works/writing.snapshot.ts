import { idInScope } from '#contract/sync/sync.rules.ts';
import type { SnapshotRow } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { listOwnChapters, listOwnStories } from './writing.repository.ts';

/** What a person writes stands in the own scope, and in no other. */
function ofPerson<Table extends 'works' | 'chapters'>(
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
      const found: Awaited<ReturnType<SnapshotSource<Table>['read']>> = new Map();
      for (const { scope, ids } of wanted) {
        const userId = idInScope(scope, 'user');
        if (userId === null) continue;
        found.set(scope, await list(transaction, tenantId, { userId, ...(ids !== 'all' && { ids }) }));
      }
      return found;
    },
  };
}

export const storySnapshot = ofPerson('works', listOwnStories);
export const chapterSnapshot = ofPerson('chapters', listOwnChapters);
