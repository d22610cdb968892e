import { useLocation } from 'react-router-dom';
import { dashboardAt, paths } from '#contract/kit/paths.ts';

interface StudentPlaces {
  list: string;
  student: (id: string) => string;
}

const inTheSchool: StudentPlaces = {
  list: paths.school.students(),
  student: (id) => paths.school.student({ userId: id }),
};

const besideTheClasses: StudentPlaces = {
  list: dashboardAt('Students'),
  student: (id) => dashboardAt('Students', { student: id }),
};

/**
 * Where the list of all students and the page of each are: in the area of the school, or beside the classes for those who
 * manage all students and do not enter that area.
 */
export function useStudentPlaces(): StudentPlaces {
  return useLocation().pathname === paths.dashboard() ? besideTheClasses : inTheSchool;
}
