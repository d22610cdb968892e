import {
  IconArmchair,
  IconBook,
  IconCreditCard,
  IconLayoutDashboard,
  IconLogout,
  IconNotebook,
  IconSchool,
  IconUserCircle,
} from '@tabler/icons-react';
import { Navigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { SchoolWorksScreen } from '#src/features/catalogue/school-works.screen.tsx';
import { ActivityList } from '#src/features/dashboard/activity-list.tsx';
import { SummaryScreen } from '#src/features/visits/summary.screen.tsx';
import { apiClient } from '#src/session/api.ts';
import { lazyPage } from '#src/session/late-code.ts';
import type { PageTable } from '../page-table.tsx';
import { OrganizationPeoplePage, OrganizationPersonPage } from './organization-people.page.tsx';
import { OrganizationSchoolsPage } from './organization-schools.page.tsx';

const Profile = lazyPage(async () => (await import('../office/profile.page.tsx')).ProfilePage);
const Plans = lazyPage(async () => (await import('../office/plans.page.tsx')).PlansPage);

const { organization } = paths;

/** `/admin-organization` */
export const organizationPages: PageTable = {
  under: organization.home,
  rows: [
    { at: organization.home, element: <Navigate to={organization.dashboard()} replace /> },
    {
      at: organization.dashboard,
      name: 'Dashboard',
      element: <SummaryScreen below={<ActivityList api={apiClient} />} />,
      menu: { icon: IconLayoutDashboard },
    },
    {
      at: organization.people,
      name: 'Users',
      parent: organization.dashboard,
      element: <OrganizationPeoplePage />,
    },
    { at: organization.person, parent: organization.people, element: <OrganizationPersonPage /> },
    {
      at: organization.schools,
      name: 'Schools',
      element: <OrganizationSchoolsPage />,
      menu: { icon: IconSchool },
    },
    {
      at: organization.stories,
      name: 'Stories',
      element: <SchoolWorksScreen key="story" kind="story" />,
      menu: { icon: IconNotebook },
    },
    {
      at: organization.books,
      name: 'Books',
      element: <SchoolWorksScreen key="book" kind="book" />,
      menu: { icon: IconBook },
    },
    // Specification, section 2.
    {
      at: organization.plans,
      name: 'Plans',
      element: <Plans page="plans" isOrganization />,
      menu: { heading: 'settings', group: 'Subscriptions', icon: IconArmchair },
    },
    {
      at: organization.planPayments,
      name: 'Payment History',
      element: <Plans page="payments" isOrganization />,
      menu: { heading: 'settings', group: 'Subscriptions', icon: IconCreditCard },
    },
    {
      at: organization.profile,
      name: 'Profile',
      element: <Profile />,
      menu: { heading: 'settings', icon: IconUserCircle },
    },
    { at: paths.signOut, name: 'Logout', menu: { heading: 'settings', icon: IconLogout } },
  ],
};
