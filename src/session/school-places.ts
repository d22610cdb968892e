import { useLocation } from 'react-router-dom';
import { dashboardAt, paths } from '#contract/kit/paths.ts';

type More = Readonly<Record<string, string>>;

interface SchoolPlaces {
  /** The list of classes; with further parts of its query. */
  classes: (more?: More) => string;
  schoolClass: (id: string, more?: More) => string;
  students: string;
  student: (id: string) => string;
  /** What was handed in, and one of it. */
  reviews: string;
  review: (id: string) => string;
}

const inTheSchool: SchoolPlaces = {
  classes: paths.school.classes,
  schoolClass: (id, more) => paths.school.classDetails({ id, ...more }),
  students: paths.school.students(),
  student: (id) => paths.school.student({ userId: id }),
  reviews: paths.school.reviews(),
  review: (id) => paths.school.reviews({ story: id }),
};

const besideTheClasses: SchoolPlaces = {
  classes: (more) => dashboardAt('Teacher Dashboard', more),
  schoolClass: (id, more) => dashboardAt('Teacher Dashboard', { id, ...more }),
  students: dashboardAt('Students'),
  student: (id) => dashboardAt('Students', { student: id }),
  reviews: dashboardAt('Stories'),
  review: (id) => dashboardAt('Stories', { story: id }),
};

/**
 * Where the pages about classes, their children and what these hand in are: within the area of the school for whoever is there,
 * else on the dashboard of those who teach.
 */
export function useSchoolPlaces(): SchoolPlaces {
  return useLocation().pathname.startsWith(paths.school.home()) ? inTheSchool : besideTheClasses;
}
