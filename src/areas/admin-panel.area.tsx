import '#src/ui/classroom-styles.ts';
import {
  IconArmchair,
  IconBackpack,
  IconBook2,
  IconBooks,
  IconBuildingCommunity,
  IconChartBar,
  IconChalkboardTeacher,
  IconCoin,
  IconCreditCard,
  IconEye,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconHistory,
  IconLayoutDashboard,
  IconMessage,
  IconMail,
  IconReceipt,
  IconSchool,
  IconStar,
  IconTable,
  IconTags,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import type { WatchCounts } from '#contract/monitoring/monitoring.schema.ts';
import { SavedViews } from '#src/features/panel-people/saved-views.tsx';
import { useWatchCounts } from '#src/features/watch/use-watch-counts.ts';
import { platformCauses } from '#src/features/causes/cause-places.ts';
import { ListTools } from '#src/ui/list-frame.tsx';
import { AreaFrame, type MenuBadge, type MenuEntry, type MenuGroup } from './area-frame.tsx';

const PlatformTenantPage = lazy(async () => ({
  default: (await import('./office/platform-tenant.page.tsx')).PlatformTenantPage,
}));

const PanelListsPage = lazy(async () => ({
  default: (await import('./office/panel-lists.page.tsx')).PanelListsPage,
}));
const EmailMonitoringPage = lazy(async () => ({
  default: (await import('./office/email-monitoring.page.tsx')).EmailMonitoringPage,
}));
const PanelChampionsPage = lazy(async () => ({
  default: (await import('./office/panel-champions.page.tsx')).PanelChampionsPage,
}));
const PanelAuditPage = lazy(async () => ({
  default: (await import('./office/panel-audit.page.tsx')).PanelAuditPage,
}));
const PlatformNumbersPage = lazy(async () => ({
  default: (await import('./platform-numbers.page.tsx')).PlatformNumbersPage,
}));
const PlatformBookPage = lazy(async () => ({
  default: (await import('./platform-book.page.tsx')).PlatformBookPage,
}));
const PlatformLibraryPage = lazy(async () => ({
  default: (await import('./platform-library.page.tsx')).PlatformLibraryPage,
}));
const PlatformPersonPage = lazy(async () => ({
  default: (await import('./office/platform-person.page.tsx')).PlatformPersonPage,
}));
const OfferedBooksPage = lazy(async () => ({
  default: (await import('./office/offered-books.page.tsx')).OfferedBooksPage,
}));
const RequestsPage = lazy(async () => ({
  default: (await import('./office/requests.page.tsx')).RequestsPage,
}));
const EditedPagesPage = lazy(async () => ({
  default: (await import('./office/edited-pages.page.tsx')).EditedPagesPage,
}));
const PageEditorPage = lazy(async () => ({
  default: (await import('./office/page-editor.page.tsx')).PageEditorPage,
}));
const CausesPage = lazy(async () => ({ default: (await import('./office/causes.page.tsx')).CausesPage }));
const ModesPage = lazy(async () => ({ default: (await import('./office/modes.page.tsx')).ModesPage }));
const PaymentHistoryPage = lazy(async () => ({
  default: (await import('./office/payment-history.page.tsx')).PaymentHistoryPage,
}));
const OrdersPage = lazy(async () => ({ default: (await import('./office/orders.page.tsx')).OrdersPage }));
const AllSalesPage = lazy(async () => ({
  default: (await import('./office/all-sales.page.tsx')).AllSalesPage,
}));
const OfferedPlansPage = lazy(async () => ({
  default: (await import('./office/offered-plans.page.tsx')).OfferedPlansPage,
}));
const BookMonitoringPage = lazy(async () => ({
  default: (await import('./office/book-monitoring.page.tsx')).BookMonitoringPage,
}));
const ReportsPage = lazy(async () => ({ default: (await import('./office/reports.page.tsx')).ReportsPage }));

const dashboardHref = paths.platform.dashboard();
const tenantsHref = paths.platform.tenants();
const newTenantHref = paths.platform.tenant();
const reportsHref = paths.platform.reports();

const menuWith = (monitoring: MenuBadge | null): readonly (MenuEntry | MenuGroup)[] => [
  {
    group: 'Overview',
    entries: [{ label: 'Dashboard', to: dashboardHref, icon: IconLayoutDashboard, within: [] }],
  },
  {
    group: 'Schools',
    entries: [{ label: 'All tenants', to: tenantsHref, icon: IconSchool, within: [newTenantHref] }],
  },
  {
    group: 'People',
    entries: [
      {
        label: 'All users',
        to: panelPaths.people(),
        icon: IconUsersGroup,
        within: [panelPaths.person(), panelPaths.profile()],
      },
      { label: 'People by school', to: panelPaths.bySchool(), icon: IconBuildingCommunity, within: [] },
      { label: 'People in numbers', to: panelPaths.peopleNumbers(), icon: IconChartBar, within: [] },
      { label: 'Teachers', to: panelPaths.teachers(), icon: IconChalkboardTeacher, within: [] },
      { label: 'Students', to: panelPaths.students(), icon: IconBackpack, within: [] },
      { label: 'Superpower teacher', to: panelPaths.superpowerTeachers(), icon: IconStar, within: [] },
      { label: 'Superpower parent', to: panelPaths.superpowerParents(), icon: IconStar, within: [] },
    ],
  },
  {
    group: 'Library',
    entries: [
      {
        label: 'All books',
        to: panelPaths.allBooks(),
        icon: IconBook2,
        within: [panelPaths.viewBook(), panelPaths.book()],
      },
      {
        label: 'Categories',
        to: panelPaths.allCategories(),
        icon: IconTags,
        within: [panelPaths.category()],
      },
      { label: 'Books in numbers', to: panelPaths.booksInNumbers(), icon: IconChartBar, within: [] },
      { label: 'Modes', to: paths.platform.modes(), icon: IconBooks, within: [] },
    ],
  },
  {
    group: 'Content',
    entries: [
      { label: 'Public pages', to: publicPaths.platformContent(), icon: IconWorld, within: [] },
      { label: 'Dear World', to: panelPaths.dearWorld(), icon: IconHeartHandshake, within: [] },
    ],
  },
  {
    group: 'Trust',
    entries: [
      {
        label: 'Book monitoring',
        to: panelPaths.bookMonitoring(),
        icon: IconEye,
        within: [],
        badge: monitoring,
      },
      { label: 'Reports', to: reportsHref, icon: IconFlag, within: [] },
      { label: 'Messages', to: requestsAt.platform(), icon: IconMessage, within: [] },
      { label: 'Books from visitors', to: paths.platform.offers(), icon: IconGift, within: [] },
      { label: 'Email', to: panelPaths.email(), icon: IconMail, within: [] },
      { label: 'Audit', to: panelPaths.audit(), icon: IconHistory, within: [] },
    ],
  },
];

const money: readonly MenuEntry[] = [
  {
    label: 'Causes',
    to: paths.platform.causesDashboard(),
    icon: IconHeartHandshake,
    within: [platformCauses.list, platformCauses.new, `${paths.platform.home()}/charity-details-view`],
  },
  { label: 'Sales and gifts', to: paths.platform.donations(), icon: IconCoin, within: [] },
  { label: 'Orders', to: paths.platform.orders(), icon: IconReceipt, within: [] },
  { label: 'Payment History', to: paths.platform.payments(), icon: IconCreditCard, within: [] },
  { label: 'Plans', to: paths.platform.plans(), icon: IconArmchair, within: [] },
  { label: 'Plan variants', to: paths.platform.planVariants(), icon: IconTable, within: [] },
  { label: 'Plans of schools', to: paths.platform.subscriptions(), icon: IconUsers, within: [] },
];

/** What waits in book monitoring; null where nothing does. */
function badgeOf(counts: WatchCounts | null): MenuBadge | null {
  if (counts === null || counts.waiting === 0) return null;
  const count = counts.waiting === null ? '200+' : String(counts.waiting);
  return {
    count,
    says: counts.overdue === 0 ? 'waiting' : 'waiting, some overdue',
    isUrgent: counts.overdue !== 0,
  };
}

interface AdminPanelAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: React.ReactNode;
}

/** `/admin-panel`: every school and organization on the platform. */
export function AdminPanelArea(props: AdminPanelAreaProps) {
  return (
    <ListTools value={<SavedViews />}>
      <PanelPages {...props} />
    </ListTools>
  );
}

function PanelPages({ notFound }: AdminPanelAreaProps) {
  const { counts, reload } = useWatchCounts();
  return (
    <AreaFrame label="Platform" menu={menuWith(badgeOf(counts))} money={money}>
      <Routes>
        <Route index element={<Navigate to={dashboardHref} replace />} />
        <Route path="dashboard" element={<PlatformNumbersPage page="dashboard" />} />
        <Route path="user-dashboard" element={<PanelListsPage list="by-school" />} />
        <Route path="users-dashboard" element={<PlatformNumbersPage page="people" />} />
        <Route path="all-tenants" element={<PanelListsPage list="tenants" />} />
        <Route path="all-users" element={<PanelListsPage list="all" />} />
        <Route path="teachers" element={<PanelListsPage list="teachers" />} />
        <Route path="user/:userId?" element={<PlatformPersonPage page="form" />} />
        <Route path="userprofile/:userId?" element={<PlatformPersonPage page="profile" />} />
        <Route path="students" element={<PanelListsPage list="students" />} />
        <Route path="superpower-teacher" element={<PanelChampionsPage kind="teacher" />} />
        <Route path="superpower-parent" element={<PanelChampionsPage kind="parent" />} />
        <Route path="tenant/:tenantId?" element={<PlatformTenantPage />} />
        <Route path="charities-dashboard" element={<CausesPage page="summary" places={platformCauses} />} />
        <Route path="all-charities" element={<CausesPage page="list" places={platformCauses} />} />
        <Route
          path="charity-details-view/:charityId"
          element={<CausesPage page="view" places={platformCauses} />}
        />
        <Route path="charity/:charityId?" element={<CausesPage page="form" places={platformCauses} />} />
        <Route path="all-book-categories" element={<PlatformLibraryPage page="categories" />} />
        <Route path="book-category/:categoryId?" element={<PlatformLibraryPage page="category" />} />
        <Route path="books-dashboard" element={<PlatformNumbersPage page="books" />} />
        <Route path="dear-world" element={<PlatformLibraryPage page="messages" />} />
        <Route path="all-books" element={<PlatformLibraryPage page="books" />} />
        <Route path="book/:tenantId?/:workId?" element={<PlatformBookPage />} />
        <Route path="view-book/:tenantId?/:workId?" element={<PlatformLibraryPage page="view" />} />
        <Route path="modes" element={<ModesPage />} />
        <Route
          path="book-monitoring/:tenantId?/:workId?"
          element={<BookMonitoringPage counts={counts} onDecided={reload} />}
        />
        <Route path="content" element={<EditedPagesPage />} />
        <Route path="content/:id" element={<PageEditorPage />} />
        <Route path="reports" element={<ReportsPage />} />
        <Route path="offered-books" element={<OfferedBooksPage />} />
        <Route path="requests" element={<RequestsPage page={requestsAt.platform()} />} />
        <Route path="audit" element={<PanelAuditPage />} />
        <Route path="email-monitoring/:tenantId?/:letterId?" element={<EmailMonitoringPage />} />
        <Route path="orders/:tenantId?/:orderId?" element={<OrdersPage />} />
        <Route path="donations" element={<AllSalesPage />} />
        <Route path="payment-history" element={<PaymentHistoryPage />} />
        <Route path="subscription-plan" element={<OfferedPlansPage page="plans" />} />
        <Route path="subscription-variant" element={<OfferedPlansPage page="variants" />} />
        <Route path="subscription-details" element={<OfferedPlansPage page="subscribers" />} />
        <Route path="*" element={notFound} />
      </Routes>
    </AreaFrame>
  );
}
