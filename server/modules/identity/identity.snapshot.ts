import { idInScope } from '#contract/sync/sync.rules.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { findPerson, listTutorialsSeen } from './identity.repository.ts';

/** A person stands in the own scope. */
export const profileSnapshot: SnapshotSource<'profile'> = {
  table: 'profile',
  async read(transaction, tenantId, wanted) {
    const found: Awaited<ReturnType<SnapshotSource<'profile'>['read']>> = new Map();
    for (const { scope } of wanted) {
      const id = idInScope(scope, 'user');
      const user = id && (await findPerson(transaction, tenantId, id));
      if (user) {
        found.set(scope, [{ ...user, tutorials: await listTutorialsSeen(transaction, tenantId, user.id) }]);
      }
    }
    return found;
  },
};
