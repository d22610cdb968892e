import { paths } from '#contract/kit/paths.ts';
/** Where the pages about staff stand, and what they lead to. */
export const memberPlaces = {
  list: paths.school.teachers(),
  users: paths.school.users(),
  new: paths.school.userForm(),
  students: paths.school.students(),
  profile: (id: string) => paths.school.teacher({ id }),
  edit: (id: string) => paths.school.userForm({ userId: id }),
  schoolClass: (id: string) => paths.school.classDetails({ id }),
} as const;
