import type { AssignmentRow } from '#contract/learning/assignment-rows.schema.ts';
import { assignmentId } from '#contract/learning/assignments.rules.ts';
import { idInScope } from '#contract/sync/sync.rules.ts';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { listAssignments } from './assignments.repository.ts';

/** What is set for a class stands in its scope. */
export const assignmentSnapshot: SnapshotSource<'assignments'> = {
  table: 'assignments',
  async read(transaction, tenantId, wanted) {
    const found = new Map<Scope, AssignmentRow[]>();
    const classIds = wanted.flatMap(({ scope }) => idInScope(scope, 'class') ?? []);
    if (classIds.length === 0) return found;
    const idsOf = new Map(wanted.map(({ scope, ids }) => [scope, ids]));
    for (const assignment of await listAssignments(transaction, tenantId, classIds)) {
      const { class_id, page_id } = assignment;
      const scope = scopeOf.schoolClass(class_id);
      const row = { id: assignmentId(class_id, page_id), ...assignment };
      const ids = idsOf.get(scope);
      if (ids !== 'all' && !ids?.includes(row.id)) continue;
      const rowsOfScope = found.get(scope) ?? [];
      rowsOfScope.push(row);
      found.set(scope, rowsOfScope);
    }
    return found;
  },
};
