import { IconBook, IconSchool, IconUsers } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { useRoutes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#contract/kit/paths.ts';
import type { Role } from '#contract/kit/roles.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { menuOf, option, pageOfOption, ParentLink, routesOf, type PageTable } from './page-table.tsx';

const { school } = paths;

const table: PageTable = {
  under: school.home,
  rows: [
    { at: school.home, element: <p>The home</p> },
    {
      at: school.classes,
      name: 'Classes',
      element: <p>All classes</p>,
      menu: { group: 'People', icon: IconSchool },
    },
    {
      at: school.teachers,
      name: 'Staff',
      element: <p>The staff</p>,
      menu: { group: 'People', label: 'Who works here', icon: IconUsers, badge: 'toReview' },
    },
    { at: school.teacher, name: 'One of them', parent: school.teachers, element: <ParentLink /> },
    { at: school.userForm, parent: school.teacher, element: <p>A form</p> },
    {
      at: school.organizations,
      name: 'Organizations',
      roles: ['school_admin'],
      element: <p>All organizations</p>,
      menu: { icon: IconSchool },
    },
    { at: school.plans, name: 'Plans', element: 'Plans', menu: { heading: 'money', icon: IconBook } },
    { at: paths.signOut, name: 'Logout', menu: { heading: 'settings', icon: IconBook } },
  ],
};

const byOption: PageTable = {
  under: paths.dashboard,
  rows: [
    { at: option(''), element: 'Mine' },
    { at: option('Students'), roles: ['teacher_admin'], element: 'All students' },
  ],
};

function App() {
  return useRoutes([{ path: '/admin-school/*', element: <Area /> }]);
}

function Area() {
  return useRoutes(routesOf(table, <p>Nothing here</p>));
}

const signedInAs = (role: Role) =>
  useSessionStore.setState({
    ...useSessionStore.getInitialState(),
    status: 'ready',
    user: { ...sampleProfile(), role },
  });

const show = (address: string) => renderScreen(<App />, { address });

beforeEach(() => signedInAs('school_admin'));

describe('the routes of a table', () => {
  it.each([
    ['/admin-school', 'The home'],
    ['/admin-school/classes', 'All classes'],
    ['/admin-school/userprofile/7', 'A form'],
    ['/admin-school/organizations', 'All organizations'],
    ['/admin-school/logout', 'Nothing here'],
    ['/admin-school/nothing', 'Nothing here'],
  ])('show at %s what the row says', async (address, words) => {
    show(address);
    expect((await screen.findByText(words)).textContent).toBe(words);
  });

  it('let only those in whom the row names', () => {
    signedInAs('organization_admin');
    show('/admin-school/organizations');
    expect(screen.queryByText('All organizations')).toBeNull();
  });

  it('lead back to what a page belongs to, by its name', async () => {
    show('/admin-school/teacher/7/profile');
    const back = await screen.findByRole('link', { name: 'Staff' });
    expect(back.getAttribute('href')).toBe('/admin-school/teachers');
  });
});

describe('the menu of a table', () => {
  it('has the pages in their order, in groups, with what waits and what belongs to them', () => {
    const badge = { count: '3', says: 'to review', isUrgent: false };
    const { menu, money, settings } = menuOf(table, { toReview: badge });
    expect(menu).toMatchObject([
      {
        group: 'People',
        entries: [
          { label: 'Classes', to: '/admin-school/classes', within: [], badge: null },
          {
            label: 'Who works here',
            to: '/admin-school/teachers',
            within: ['/admin-school/teacher', '/admin-school/userprofile'],
            badge,
          },
        ],
      },
      { label: 'Organizations', roles: ['school_admin'] },
    ]);
    expect(money.map(({ label }) => label)).toEqual(['Plans']);
    expect(settings).toMatchObject([{ label: 'Logout', to: '/logout' }]);
  });
});

describe('the page of an option', () => {
  it('is that of the person, or none', () => {
    expect(pageOfOption(byOption, null, 'teacher')?.element).toBe('Mine');
    expect(pageOfOption(byOption, 'Students', 'teacher_admin')?.element).toBe('All students');
    expect(pageOfOption(byOption, 'Students', 'teacher')).toBeNull();
    expect(pageOfOption(byOption, 'Nothing', 'teacher_admin')).toBeNull();
  });
});
