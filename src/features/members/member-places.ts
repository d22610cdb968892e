import { useLocation } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';

interface MemberPlaces {
  list: string;
  new: string;
  edit: (id: string) => string;
  /** The page of one of them, which in an organization is the form. */
  member: (id: string) => string;
  /** Where one is once the form is saved. */
  saved: (id: string) => string;
}

const inTheSchool: MemberPlaces = {
  list: paths.school.users(),
  new: paths.school.userForm(),
  edit: (id) => paths.school.userForm({ userId: id }),
  member: (id) => paths.school.teacher({ id }),
  saved: (id) => paths.school.teacher({ id }),
};

const { person, people } = paths.organization;
const inTheOrganization: MemberPlaces = {
  list: people(),
  new: person({ userId: 'new' }),
  edit: (id) => person({ userId: id }),
  member: (id) => person({ userId: id }),
  saved: () => people(),
};

/** Where the people are who run a school or an organization, by the area that one is in. */
export function useMemberPlaces(): MemberPlaces {
  return useLocation().pathname.startsWith(paths.organization.home()) ? inTheOrganization : inTheSchool;
}
