import { paths } from '#contract/kit/paths.ts';
import type { DashboardPlaces } from '#src/features/dashboard/use-school-dashboard.ts';

const students = paths.school.students();
const classes = paths.school.classes();
const tablets = paths.school.tablets();

/** Where the things are that the dashboard of a school counts. */
export const dashboardPlaces: DashboardPlaces = {
  counts: {
    students,
    classes,
    teachers: paths.school.teachers(),
    tablets,
    archived: `${students}?show=archived`,
  },
  toDo: {
    asking_organizations: paths.school.organizations(),
    parked: tablets,
    tablets_with_unsent: tablets,
    open_invitations: paths.school.teachers(),
    reported_works: paths.school.reports(),
    offered_books: paths.school.offers(),
    classes_without_teacher: classes,
    classes_without_students: classes,
    without_card: classes,
    never_signed_in: students,
  },
};
