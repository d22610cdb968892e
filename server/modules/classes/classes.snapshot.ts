import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { idInScope } from '#contract/sync/sync.rules.ts';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { listClasses } from './classes.repository.ts';

/** A class stands in its own scope; once it is archived, in the school's. */
export const classSnapshot: SnapshotSource<'classes'> = {
  table: 'classes',
  async read(transaction, tenantId, wanted) {
    const found = new Map<Scope, SchoolClass[]>();
    const going = wanted.flatMap(({ scope }) => idInScope(scope, 'class') ?? []);
    if (going.length > 0) {
      for (const row of await listClasses(transaction, tenantId, { ids: going }))
        found.set(scopeOf.schoolClass(row.id), [row]);
    }
    for (const { scope, ids } of wanted) {
      if (idInScope(scope, 'school') === null) continue;
      const which = ids === 'all' ? {} : { ids };
      found.set(scope, await listClasses(transaction, tenantId, { ...which, archived: 'only' }));
    }
    return found;
  },
};
