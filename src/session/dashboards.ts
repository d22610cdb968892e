import type { User } from '#contract/identity/identity.schema.ts';
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { classStaff, officeStaff, type Role } from '#contract/kit/roles.ts';

/** A dashboard that a person can be sent to or switch to. */
export interface Dashboard {
  label: string;
  /** Address inside the app. */
  to: string;
}

const teacherDashboard: Dashboard = {
  label: 'Teacher Dashboard',
  to: dashboardAt('Teacher Dashboard'),
};
const studentDashboard: Dashboard = { label: 'My page', to: paths.dashboard() };
const championPage: Dashboard = { label: 'My page', to: paths.champion() };
const adminDashboard: Dashboard = { label: 'Admin Dashboard', to: paths.school.home() };
const organizationDashboard: Dashboard = { label: 'Organization Dashboard', to: paths.organization.home() };
const platformDashboard: Dashboard = { label: 'Admin Panel', to: paths.platform.home() };

/** Who may enter an area (specification, section 6). */
export const areaRoles = {
  student: ['student'],
  teacher: classStaff,
  adminSchool: officeStaff,
  organization: ['organization_admin'],
  platform: [product.platformRole],
} as const satisfies Record<string, readonly Role[]>;

/** Where a guest comes back to. */
export function areaOf(home: 'organization' | 'platform'): string {
  return (home === 'platform' ? platformDashboard : organizationDashboard).to;
}

/** Where the dashboard button leads; null for those whose area is not part of this version. */
export function dashboardOf({ role, champion }: Pick<User, 'role' | 'champion'>): Dashboard | null {
  if (champion) return championPage;
  if (role === 'school_admin') return adminDashboard;
  if (role === 'organization_admin') return organizationDashboard;
  if (role === product.platformRole) return platformDashboard;
  if (role === 'student') return studentDashboard;
  if (role === 'teacher' || role === 'teacher_admin') return teacherDashboard;
  return null;
}

/** What the button that leads there is called, the same on every page. */
export function buttonLabel({ label }: Dashboard): string {
  return label === studentDashboard.label ? label : 'Dashboard';
}

/**
 * Where `/dashboard` leads on to; null for those whose page it is. An organization has no classes of its own; a guest is in the
 * school's.
 */
export function ownDashboard(
  { role, visiting }: Pick<User, 'role' | 'visiting'>,
  option: string | null,
): string | null {
  const isElsewhere = role === 'organization_admin' && visiting === undefined && option === null;
  return isElsewhere ? paths.organization.dashboard() : null;
}

/** Where the signed-in person changes name, picture, e-mail address and password; null for those who have no such page. */
export function profileOf({ role, visiting }: Pick<User, 'role' | 'visiting'>): string | null {
  if (role === 'teacher' || role === 'teacher_admin') return dashboardAt('Profile');
  const isAtSchool = role === 'school_admin' || (role === 'organization_admin' && visiting !== undefined);
  if (isAtSchool) return paths.school.profile();
  return role === 'organization_admin' ? paths.organization.profile() : null;
}

/** True on every page of a dashboard. */
export function isInDashboards(pathname: string): boolean {
  return /^\/(dashboard|admin-(school|organization|panel))(\/|$)/u.test(pathname);
}

const switchable = [
  { dashboard: organizationDashboard, roles: areaRoles.organization },
  { dashboard: teacherDashboard, roles: ['school_admin', 'organization_admin', 'teacher'] },
  { dashboard: adminDashboard, roles: areaRoles.adminSchool },
] as const satisfies readonly { dashboard: Dashboard; roles: readonly Role[] }[];

/**
 * What the dashboard switcher offers (specification, section 6). Fewer than two are nothing to switch between. A guest's
 * organization is at another address, to which the line above every page leads back.
 */
export function switchableDashboards({ role, visiting }: Pick<User, 'role' | 'visiting'>): Dashboard[] {
  return switchable
    .filter(({ roles }) => (roles as readonly Role[]).includes(role))
    .map(({ dashboard }) => dashboard)
    .filter((dashboard) => visiting === undefined || dashboard !== organizationDashboard);
}

const names: Record<Role, string> = {
  student: 'Student',
  teacher: 'Teacher',
  teacher_admin: 'Teacher and class lead',
  school_admin: 'School administrator',
  organization_admin: 'Organization administrator',
  parent: 'Parent',
  [product.platformRole]: 'Platform administrator',
};

export function roleName(role: Role): string {
  return names[role];
}

/** Who somebody is here; of champions, which kind. */
export function titleOfUser({ role, champion }: Pick<User, 'role' | 'champion'>): string {
  return champion ? `Superpower ${champion}` : roleName(role);
}
