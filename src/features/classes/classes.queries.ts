import { useMemo } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useAllRows, usePopulated, useReplica, useRows, useUnreachable } from '#src/session/use-replica.ts';

/**
 * - `loading`: the device is being read, or the first download is on its way.
 * - `unreachable`: nothing was downloaded yet, and the school does not answer.
 */
export interface ClassesResult {
  status: 'loading' | 'unreachable' | 'ready';
  /** Those that are here so far, in no order of their own. */
  classes: readonly SchoolClass[];
}

/** Classes that go on, or those that ended. */
function useClassesThat(archived: boolean): ClassesResult {
  const { status, rows } = useAllRows('classes');
  const populated = usePopulated('classes');
  const unreachable = useUnreachable();
  const classes = useMemo(
    () => rows.filter(({ archived_at }) => (archived_at !== null) === archived),
    [rows, archived],
  );
  if (status === 'ready' && populated) return { status: 'ready', classes };
  return { status: !populated && unreachable ? 'unreachable' : 'loading', classes };
}

/** The classes of the signed-in person: all of the school for those who see it whole. */
export const useClasses = () => useClassesThat(false);

/** Those that ended, for those who see the whole school; nobody else has any on the device. */
export const useArchivedClasses = () => useClassesThat(true);

export type ClassResult =
  | { status: 'loading' | 'missing' | 'unreachable' }
  | { status: 'ready'; schoolClass: SchoolClass };

export function useSchoolClass(id: string): ClassResult {
  const { tenant_id } = useReplica();
  const own = useRows(scopeOf.schoolClass(id), 'classes');
  // What ended stands with the school.
  const ended = useRows(scopeOf.school(tenant_id), 'classes');
  const populated = usePopulated('classes');
  const unreachable = useUnreachable();
  const schoolClass = own.rows[0] ?? ended.rows.find((row) => row.id === id);
  if (schoolClass) return { status: 'ready', schoolClass };
  if (!populated) return { status: unreachable ? 'unreachable' : 'loading' };
  const isReading = own.status === 'loading' || ended.status === 'loading';
  return { status: isReading ? 'loading' : 'missing' };
}
