import type { ImportJob } from '#contract/imports/imports.schema.ts';
import { idInScope } from '#contract/sync/sync.rules.ts';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import type { RowsWanted, SnapshotSource } from '../sync/snapshot-source.ts';
import { listJobs } from './imports.repository.ts';

/** An import stands in the scope of the class that it was made into. */
export const importSnapshot: SnapshotSource<'imports'> = {
  table: 'imports',
  async read(transaction, tenantId, wanted) {
    const found = new Map<Scope, ImportJob[]>();
    const ofClasses = wanted.filter(({ scope }) => idInScope(scope, 'class') !== null);
    if (ofClasses.length === 0) return found;
    const rows = await listJobs(transaction, tenantId, {
      classIds: ofClasses.flatMap(({ scope }) => idInScope(scope, 'class') ?? []),
      ...onlyIds(ofClasses),
    });
    for (const { school_class_id, ...row } of rows) {
      const scope = scopeOf.schoolClass(school_class_id);
      const rowsOfScope = found.get(scope) ?? [];
      rowsOfScope.push(row);
      found.set(scope, rowsOfScope);
    }
    return found;
  },
};

/** The ids asked for, over all scopes; nothing where one of them is wanted whole. */
function onlyIds(wanted: readonly RowsWanted[]): { ids?: string[] } {
  const ids: string[] = [];
  for (const each of wanted) {
    if (each.ids === 'all') return {};
    ids.push(...each.ids);
  }
  return { ids };
}
