import { useCallback } from 'react';
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { isOfficeStaff, seesWholeSchool } from '#contract/kit/roles.ts';
import { useUser } from './use-session.ts';

interface Child {
  id: string;
  first_name: string;
  last_name: string;
}

/**
 * Where a child's name leads for the staff: to its own page for those who manage all students, else to the child in the list of a
 * class that they teach.
 */
export function useChildPage(): (child: Child, classId: string) => string {
  const role = useUser()?.role;
  return useCallback(
    ({ id, first_name, last_name }, classId) => {
      if (role !== undefined && isOfficeStaff(role)) return paths.school.student({ userId: id });
      if (role !== undefined && seesWholeSchool(role)) return dashboardAt('Students', { student: id });
      return dashboardAt('Teacher Dashboard', { id: classId, q: `${first_name} ${last_name}`.trim() });
    },
    [role],
  );
}
