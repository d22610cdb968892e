import { paths } from '#contract/kit/paths.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { ExpectedRows } from '#src/sync/sealed-snapshot.ts';

/** Where the lists of classes are; each of them names the class that it opens by `id`. */
function isClassroom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (pathname === paths.dashboard())
    return new URLSearchParams(search).get('option') === 'Teacher Dashboard';
  return pathname === paths.school.classes() || pathname === paths.school.classDetails();
}

/** What the list of classes, or the class that is named, reads first of all; nothing at another address. */
export function classroomRowsAt(
  address: Pick<Location, 'pathname' | 'search'>,
  tenantId: string,
): ExpectedRows {
  if (!isClassroom(address)) return { places: [], tables: [] };
  const id = new URLSearchParams(address.search).get('id');
  if (id === null) return { places: [], tables: ['classes'] };
  const scope = scopeOf.schoolClass(id);
  return {
    places: [
      { scope, table: 'classes' },
      { scope, table: 'students' },
      // What ended stands with the school.
      { scope: scopeOf.school(tenantId), table: 'classes' },
    ],
    tables: [],
  };
}
