import type { DashboardPlaces } from '#src/features/dashboard/use-school-dashboard.ts';

const students = '/admin-school/students';
const classes = '/admin-school/classes';
const tablets = '/admin-school/tablets';

/** Where the things are that the dashboard of a school counts. */
export const dashboardPlaces: DashboardPlaces = {
  counts: {
    students,
    classes,
    teachers: '/admin-school/teachers',
    tablets,
    archived: `${students}?show=archived`,
  },
  toDo: {
    asking_organizations: '/admin-school/organizations',
    parked: tablets,
    tablets_with_unsent: tablets,
    open_invitations: '/admin-school/teachers',
    reported_works: '/admin-school/reports',
    offered_books: '/admin-school/offered-books',
    classes_without_teacher: classes,
    classes_without_students: classes,
    without_card: classes,
    never_signed_in: students,
  },
};
