import { product } from '../kit/product.ts';
import { officeStaff, type Role } from '../kit/roles.ts';
import { memberRoles, type MemberRole } from './members.schema.ts';

/** What kind of place the host is. */
export interface Place {
  readonly is_organization: boolean;
  readonly is_platform: boolean;
}

/** Who makes and changes accounts. A teacher_admin sees them. */
export const managingRoles = [...officeStaff, product.platformRole] as const;

function rank(role: Role): number {
  return (memberRoles as readonly Role[]).indexOf(role);
}

/** The role of those who run the place: at least one of them stays. */
export function runningRole({ is_organization, is_platform }: Place): MemberRole {
  if (is_platform) return product.platformRole;
  return is_organization ? 'organization_admin' : 'school_admin';
}

/** The roles that somebody may give here, none above their own; the first is the usual one. */
export function rolesToGive(giver: Role, place: Place): MemberRole[] {
  if (!(managingRoles as readonly Role[]).includes(giver)) return [];
  const running = runningRole(place);
  const roles: MemberRole[] =
    running === 'school_admin' ? ['teacher', 'teacher_admin', 'school_admin'] : [running];
  return roles.filter((role) => rank(role) <= rank(giver));
}

/** Nobody changes the account of somebody above them. */
export function mayChange(changer: Role, member: Role): boolean {
  return (managingRoles as readonly Role[]).includes(changer) && rank(member) <= rank(changer);
}

/** Whether somebody may give less with the new role than with the old one. */
export function losesRights(before: Role, after: Role, place: Place): boolean {
  const given = rolesToGive(after, place);
  return rank(after) < rank(before) || !rolesToGive(before, place).every((role) => given.includes(role));
}
