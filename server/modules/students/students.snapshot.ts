import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import { idInScope } from '#contract/sync/sync.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import type { RowsWanted, SnapshotSource } from '../sync/snapshot-source.ts';
import { listStudentsInClasses, listStudentsWithoutClass } from './students.repository.ts';

/** A student stands in the scope of each class, and one in no class in the school's. */
export const studentSnapshot: SnapshotSource<'students'> = {
  table: 'students',
  async read(transaction, tenantId, wanted) {
    const found = new Map<Scope, Student[]>();
    const ofClasses = wanted.filter(({ scope }) => idInScope(scope, 'class') !== null);
    if (ofClasses.length > 0) {
      const rows = await listStudentsInClasses(transaction, tenantId, {
        classIds: ofClasses.flatMap(({ scope }) => idInScope(scope, 'class') ?? []),
        ...onlyIds(ofClasses),
      });
      for (const row of rows) {
        const scope = scopeOf.schoolClass(row.stu_class.id);
        const rowsOfScope = found.get(scope) ?? [];
        rowsOfScope.push(row);
        found.set(scope, rowsOfScope);
      }
    }
    const ofSchool = wanted.filter(({ scope }) => idInScope(scope, 'school') !== null);
    for (const { scope } of ofSchool) {
      const { studentIds } = onlyIds(ofSchool);
      found.set(scope, await listStudentsWithoutClass(transaction, tenantId, studentIds));
    }
    return found;
  },
};

/** The ids asked for, over all scopes; nothing where one of them is wanted whole. */
function onlyIds(wanted: readonly RowsWanted[]): { studentIds?: string[] } {
  const ids: string[] = [];
  for (const each of wanted) {
    if (each.ids === 'all') return {};
    ids.push(...each.ids);
  }
  return { studentIds: ids };
}
