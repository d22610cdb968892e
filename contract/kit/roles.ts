import * as v from 'valibot';
import { product } from './product.ts';

/** Specification, section 1: the people of the platform. */
export const roles = [
  'student',
  'teacher',
  'teacher_admin',
  'school_admin',
  'organization_admin',
  'parent',
  product.platformRole,
] as const;

export type Role = (typeof roles)[number];

export const Role = v.picklist(roles);

/** Roles of those who help on the platform's own site for a while: superpower teachers and superpower parents. */
export const championKinds = ['teacher', 'parent'] as const satisfies readonly Role[];
export type ChampionKind = (typeof championKinds)[number];

/** Those who run classes. An organization's administrator enters a school through that school's own host. */
export const classStaff = ['teacher', 'teacher_admin', 'school_admin', 'organization_admin'] as const;

export function runsClasses(role: Role): boolean {
  return (classStaff as readonly Role[]).includes(role);
}

/** Those of a school who may be said to teach a class. */
export const teachingRoles = ['teacher', 'teacher_admin', 'school_admin'] as const;

/** Those of a school who write stories of their own. */
export const authors = ['student', 'teacher', 'teacher_admin', 'school_admin'] as const;

export function isAuthor(role: Role): boolean {
  return (authors as readonly Role[]).includes(role);
}

/** Administrators: the office of a school or an organization. */
export const officeStaff = ['school_admin', 'organization_admin'] as const;

export function isOfficeStaff(role: Role): boolean {
  return (officeStaff as readonly Role[]).includes(role);
}

/** Those who see every class of the school, not only the ones they are assigned to (specification, section 6). */
export const wholeSchoolStaff = ['teacher_admin', 'school_admin', 'organization_admin'] as const;

export function seesWholeSchool(role: Role): boolean {
  return (wholeSchoolStaff as readonly Role[]).includes(role);
}
