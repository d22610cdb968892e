import '#src/ui/classroom-styles.ts';
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
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { SchoolWorksScreen } from '#src/features/catalogue/school-works.screen.tsx';
import { SummaryScreen } from '#src/features/visits/summary.screen.tsx';
import { ActivityList } from '#src/features/dashboard/activity-list.tsx';
import { apiClient } from '#src/session/api.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { AreaFrame, type MenuEntry, type MenuGroup } from './area-frame.tsx';
import { OrganizationPeoplePage, OrganizationPersonPage } from './organization-people.page.tsx';
import { OrganizationSchoolsPage } from './organization-schools.page.tsx';

const ProfilePage = lazy(async () => ({
  default: (await import('./office/profile.page.tsx')).ProfilePage,
}));

const PlansPage = lazy(async () => ({ default: (await import('./office/plans.page.tsx')).PlansPage }));
const PlanBanner = lazyWithRetry(async () => (await import('./office/plan-banner.page.tsx')).PlanBannerPage);
const VisitsNotice = lazyWithRetry(
  async () => (await import('./office/visits-notice.page.tsx')).VisitsNoticePage,
);

const dashboardHref = paths.organization.dashboard();
const schoolsHref = paths.organization.schools();
const peopleHref = paths.organization.people();

const menu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: dashboardHref, icon: IconLayoutDashboard, within: [peopleHref] },
  { label: 'Schools', to: schoolsHref, icon: IconSchool, within: [] },
  { label: 'Stories', to: paths.organization.stories(), icon: IconNotebook, within: [] },
  { label: 'Books', to: paths.organization.books(), icon: IconBook, within: [] },
];

/** Specification, section 2. */
const settings: readonly (MenuEntry | MenuGroup)[] = [
  {
    group: 'Subscriptions',
    entries: [
      { label: 'Plans', to: paths.organization.plans(), icon: IconArmchair, within: [] },
      { label: 'Payment History', to: paths.organization.planPayments(), icon: IconCreditCard, within: [] },
    ],
  },
  { label: 'Profile', to: paths.organization.profile(), icon: IconUserCircle, within: [] },
  { label: 'Logout', to: paths.signOut(), icon: IconLogout, within: [] },
];

interface AdminOrganizationAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: React.ReactNode;
}

/** `/admin-organization`: the schools that are linked to the organization. */
export function AdminOrganizationArea({ notFound }: AdminOrganizationAreaProps) {
  return (
    <AreaFrame
      label="Organization"
      menu={menu}
      settings={settings}
      notice={
        <Suspense fallback={null}>
          <PlanBanner />
          <VisitsNotice />
        </Suspense>
      }
    >
      <Routes>
        <Route index element={<Navigate to={dashboardHref} replace />} />
        <Route path="dashboard" element={<SummaryScreen below={<ActivityList api={apiClient} />} />} />
        <Route path="schools" element={<OrganizationSchoolsPage />} />
        <Route path="stories" element={<SchoolWorksScreen key="story" kind="story" />} />
        <Route path="books" element={<SchoolWorksScreen key="book" kind="book" />} />
        <Route path="user-dashboard" element={<OrganizationPeoplePage />} />
        <Route path="user-dashboard/:userId" element={<OrganizationPersonPage />} />
        <Route path="subscriptions" element={<PlansPage page="plans" isOrganization />} />
        <Route path="payment-history" element={<PlansPage page="payments" isOrganization />} />
        <Route path="profile" element={<ProfilePage />} />
        <Route path="*" element={notFound} />
      </Routes>
    </AreaFrame>
  );
}
