import { describe, expect, it } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { roles, type Role } from '#contract/kit/roles.ts';
import { areaRoles, dashboardOf, ownDashboard, roleName, switchableDashboards } from './dashboards.ts';
import { memoryStorage } from './device-storage.ts';
import {
  afterCommunitySignIn,
  afterSignIn,
  guardRedirect,
  invitationKey,
  takeInvitation,
} from './redirects.ts';

const zoe = '01985b4e-0000-7000-8000-00000000020e';

function someone(role: Role): User {
  return {
    id: '01985b4e-0000-7000-8000-000000000001',
    tenant_id: '01985b4e-0000-7000-8000-0000000000aa',
    first_name: 'Rosa',
    last_name: 'Field',
    email: null,
    username: null,
    role,
    country: null,
    avatar: null,
  };
}

describe('a guarded page', () => {
  it('sends a visitor to the sign-in page', () => {
    expect(guardRedirect(null, ['teacher'])).toBe('/login');
  });

  it('sends another role home', () => {
    expect(guardRedirect(someone('student'), areaRoles.teacher)).toBe('/');
    expect(guardRedirect(someone('teacher'), areaRoles.adminSchool)).toBe('/');
    expect(guardRedirect(someone('teacher_admin'), areaRoles.adminSchool)).toBe('/');
    expect(guardRedirect(someone('school_admin'), areaRoles.organization)).toBe('/');
    expect(guardRedirect(someone('organization_admin'), areaRoles.platform)).toBe('/');
    expect(guardRedirect(someone('quillshelf_admin'), areaRoles.organization)).toBe('/');
  });

  it('lets its own roles in', () => {
    expect(guardRedirect(someone('teacher'), areaRoles.teacher)).toBeNull();
    expect(guardRedirect(someone('school_admin'), areaRoles.adminSchool)).toBeNull();
    expect(guardRedirect(someone('organization_admin'), areaRoles.adminSchool)).toBeNull();
    expect(guardRedirect(someone('organization_admin'), areaRoles.organization)).toBeNull();
    expect(guardRedirect(someone('quillshelf_admin'), areaRoles.platform)).toBeNull();
  });
});

describe('after signing in', () => {
  it('leads back to where one came from, with all of its address', () => {
    const from = '/dashboard?option=Teacher%20Dashboard&id=1#list';
    expect(afterSignIn({ from }, zoe)).toBe(from);
  });

  it('leads to a page that was left only the person who left it', () => {
    const from = '/mystories/the-kite';
    expect(afterSignIn({ from, of: zoe }, zoe)).toBe(from);
    expect(afterSignIn({ from, of: zoe }, 'another child')).toBe('/');
    expect(afterSignIn({ from, of: zoe }, null)).toBe('/');
    expect(afterSignIn({ from, of: null }, zoe)).toBe(from);
    expect(afterCommunitySignIn({ from: '/library/the-kite', of: zoe })).toBe('/');
  });

  it.each([
    [undefined],
    [null],
    [{}],
    [{ from: 7 }],
    [{ from: '' }],
    [{ from: 'dashboard' }],
    [{ from: 'https://elsewhere.example/' }],
    [{ from: '//elsewhere.example/' }],
    [{ from: '/\\elsewhere.example/' }],
    [{ from: '/login' }],
    [{ from: '/login/greenfield/' }],
    [{ from: '/logout?now' }],
  ])('leads home from %j', (state) => {
    expect(afterSignIn(state, zoe)).toBe('/');
  });

  it('does not take a page for the sign-in page because it begins alike', () => {
    expect(afterSignIn({ from: '/login-cards' }, zoe)).toBe('/login-cards');
  });
});

describe('an invitation that waits', () => {
  it('is where its guest goes after signing in, once', () => {
    const storage = memoryStorage();
    storage.setItem(invitationKey, 'a/b c');
    expect(takeInvitation(storage)).toBe('/accept-invitation/a%2Fb%20c/');
    expect(takeInvitation(storage)).toBeNull();
  });

  it('is none where its token is empty', () => {
    const storage = memoryStorage();
    storage.setItem(invitationKey, '');
    expect(takeInvitation(storage)).toBeNull();
  });
});

describe('a parent, after the community password', () => {
  it.each([
    ['/library?q=fox', '/library?q=fox'],
    ['/dashboard', '/'],
    ['/dashboard?option=Teacher%20Dashboard', '/'],
    ['/admin-school/classes', '/'],
    ['/dashboards-of-the-world', '/dashboards-of-the-world'],
  ])('who came from %s goes to %s', (from, to) => {
    expect(afterCommunitySignIn({ from })).toBe(to);
  });
});

describe('the dashboard button', () => {
  it('leads each role to its own area', () => {
    expect(dashboardOf({ role: 'teacher' })?.to).toBe('/dashboard?option=Teacher%20Dashboard');
    expect(dashboardOf({ role: 'teacher_admin' })?.to).toBe('/dashboard?option=Teacher%20Dashboard');
    expect(dashboardOf({ role: 'school_admin' })?.to).toBe('/admin-school');
    expect(dashboardOf({ role: 'student' })?.to).toBe('/dashboard');
    expect(dashboardOf({ role: 'organization_admin' })?.to).toBe('/admin-organization');
    expect(dashboardOf({ role: 'quillshelf_admin' })?.to).toBe('/admin-panel');
  });

  it('is not there for those who have no area', () => {
    expect(dashboardOf({ role: 'parent' })).toBeNull();
    expect(dashboardOf({ role: 'parent', champion: 'teacher' })?.to).toBe('/champion');
  });

  it('never leads anybody to a page that sends them away again', () => {
    for (const role of roles) {
      for (const { to } of [dashboardOf({ role }), ...switchableDashboards({ role })].filter(
        (found) => found !== null,
      )) {
        const areas: Record<string, readonly Role[]> = {
          '/admin-school': areaRoles.adminSchool,
          '/admin-organization': areaRoles.organization,
          '/admin-panel': areaRoles.platform,
          '/dashboard': [...areaRoles.student, ...areaRoles.teacher],
        };
        expect(areas[to.split('?')[0] ?? '']).toContain(role);
      }
    }
  });
});

describe('/dashboard', () => {
  const at = (role: Role, option: string | null = null) => ownDashboard({ role }, option);

  it('leads an organization, which has no classes of its own, to its dashboard', () => {
    expect(at('organization_admin')).toBe('/admin-organization/dashboard');
    expect(at('organization_admin', 'Teacher Dashboard')).toBeNull();
  });

  it('is the page of everybody else, and of a guest in a school', () => {
    for (const role of roles.filter((each) => each !== 'organization_admin')) expect(at(role)).toBeNull();
    const visiting = { home: 'Bright Futures Trust', host: 'brightfutures.localhost', is_platform: false };
    expect(ownDashboard({ role: 'organization_admin', visiting }, null)).toBeNull();
  });
});

describe('the dashboard switcher', () => {
  const labelsFor = (user: Parameters<typeof switchableDashboards>[0]) =>
    switchableDashboards(user).map(({ label }) => label);

  it('has for each role what the specification says', () => {
    expect(Object.fromEntries(roles.map((role) => [role, labelsFor({ role })]))).toEqual({
      student: [],
      teacher: ['Teacher Dashboard'],
      teacher_admin: [],
      school_admin: ['Teacher Dashboard', 'Admin Dashboard'],
      organization_admin: ['Organization Dashboard', 'Teacher Dashboard', 'Admin Dashboard'],
      parent: [],
      quillshelf_admin: [],
    });
  });

  it('leads a guest about the school alone', () => {
    const visiting = { home: 'Bright Futures Trust', host: 'brightfutures.localhost', is_platform: false };
    expect(labelsFor({ role: 'organization_admin', visiting })).toEqual([
      'Teacher Dashboard',
      'Admin Dashboard',
    ]);
  });
});

describe('the name of a role', () => {
  it('is there for every role', () => {
    for (const role of roles) expect(roleName(role)).not.toBe('');
  });
});
