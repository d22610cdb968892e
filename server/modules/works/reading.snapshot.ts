import { idInScope } from '#contract/sync/sync.rules.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { findSettings, listReadings } from './reading.repository.ts';

/** What a person reads stands in the own scope, and in no other. */
export const readingSnapshot: SnapshotSource<'reading'> = {
  table: 'reading',
  async read(transaction, tenantId, wanted) {
    const found: Awaited<ReturnType<SnapshotSource<'reading'>['read']>> = new Map();
    for (const { scope, ids } of wanted) {
      const userId = idInScope(scope, 'user');
      if (userId === null) continue;
      found.set(scope, await listReadings(transaction, tenantId, { userId, ...(ids !== 'all' && { ids }) }));
    }
    return found;
  },
};

/** So does how pages look to them. */
export const settingsSnapshot: SnapshotSource<'reader_settings'> = {
  table: 'reader_settings',
  async read(transaction, tenantId, wanted) {
    const found: Awaited<ReturnType<SnapshotSource<'reader_settings'>['read']>> = new Map();
    for (const { scope } of wanted) {
      const id = idInScope(scope, 'user');
      const settings = id === null ? undefined : await findSettings(transaction, tenantId, id);
      if (id !== null && settings) found.set(scope, [{ id, settings }]);
    }
    return found;
  },
};
