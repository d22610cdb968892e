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
  IconMail,
  IconMessage,
  IconReceipt,
  IconSchool,
  IconStar,
  IconTable,
  IconTags,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { Navigate } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import { platformCauses } from '#src/features/causes/cause-places.ts';
import { lazyPage } from '#src/session/late-code.ts';
import type { PageTable } from '../page-table.tsx';

const Numbers = lazyPage(async () => (await import('./platform-numbers.page.tsx')).PlatformNumbersPage);
const Lists = lazyPage(async () => (await import('./panel-lists.page.tsx')).PanelListsPage);
const Tenant = lazyPage(async () => (await import('./platform-tenant.page.tsx')).PlatformTenantPage);
const Person = lazyPage(async () => (await import('./platform-person.page.tsx')).PlatformPersonPage);
const Champions = lazyPage(
  async () => (await import('#src/features/champions/champions.screen.tsx')).ChampionsScreen,
);
const Library = lazyPage(async () => (await import('./platform-library.page.tsx')).PlatformLibraryPage);
const Book = lazyPage(async () => (await import('./platform-book.page.tsx')).PlatformBookPage);
const Modes = lazyPage(
  async () => (await import('#src/features/modes/platform-modes.screen.tsx')).PlatformModesScreen,
);
const EditedPages = lazyPage(
  async () => (await import('#src/features/edited-pages/edited-pages.screen.tsx')).EditedPagesScreen,
);
const PageEditor = lazyPage(async () => (await import('./page-editor.page.tsx')).PageEditorPage);
const BookMonitoring = lazyPage(async () => (await import('./book-monitoring.page.tsx')).BookMonitoringPage);
const Reports = lazyPage(
  async () => (await import('#src/features/moderation/reports.screen.tsx')).ReportsScreen,
);
const Requests = lazyPage(
  async () => (await import(/* part: office */ '#src/features/requests/requests.screen.tsx')).RequestsScreen,
);
const OfferedBooks = lazyPage(
  async () => (await import('#src/features/offers/offered-books.screen.tsx')).OfferedBooksScreen,
);
const Email = lazyPage(async () => (await import('./email-monitoring.page.tsx')).EmailMonitoringPage);
const Audit = lazyPage(async () => (await import('./panel-audit.page.tsx')).PanelAuditPage);
const Causes = lazyPage(async () => (await import('../office/causes.page.tsx')).CausesPage);
const Sales = lazyPage(async () => (await import('./all-sales.page.tsx')).AllSalesPage);
const Orders = lazyPage(async () => (await import('./orders.page.tsx')).OrdersPage);
const Payments = lazyPage(
  async () => (await import('#src/features/payments/payment-history.screen.tsx')).PaymentHistoryScreen,
);
const OfferedPlans = lazyPage(async () => (await import('./offered-plans.page.tsx')).OfferedPlansPage);

const { platform } = paths;

/** `/admin-panel` */
export const panelPages: PageTable = {
  under: platform.home,
  rows: [
    { at: platform.home, element: <Navigate to={platform.dashboard()} replace /> },
    {
      at: platform.dashboard,
      name: 'Dashboard',
      element: <Numbers page="dashboard" />,
      menu: { group: 'Overview', icon: IconLayoutDashboard },
    },
    {
      at: platform.tenants,
      name: 'All tenants',
      element: <Lists list="tenants" />,
      menu: { group: 'Schools', icon: IconSchool },
    },
    { at: platform.tenant, parent: platform.tenants, element: <Tenant /> },
    {
      at: panelPaths.people,
      name: 'All users',
      element: <Lists list="all" />,
      menu: { group: 'People', icon: IconUsersGroup },
    },
    { at: panelPaths.person, parent: panelPaths.people, element: <Person page="form" /> },
    { at: panelPaths.profile, parent: panelPaths.people, element: <Person page="profile" /> },
    {
      at: panelPaths.bySchool,
      name: 'People by school',
      element: <Lists list="by-school" />,
      menu: { group: 'People', icon: IconBuildingCommunity },
    },
    {
      at: panelPaths.peopleNumbers,
      name: 'People in numbers',
      element: <Numbers page="people" />,
      menu: { group: 'People', icon: IconChartBar },
    },
    {
      at: panelPaths.teachers,
      name: 'Teachers',
      element: <Lists list="teachers" />,
      menu: { group: 'People', icon: IconChalkboardTeacher },
    },
    {
      at: panelPaths.students,
      name: 'Students',
      element: <Lists list="students" />,
      menu: { group: 'People', icon: IconBackpack },
    },
    {
      at: panelPaths.superpowerTeachers,
      name: 'Superpower teacher',
      element: <Champions key="teacher" kind="teacher" />,
      menu: { group: 'People', icon: IconStar },
    },
    {
      at: panelPaths.superpowerParents,
      name: 'Superpower parent',
      element: <Champions key="parent" kind="parent" />,
      menu: { group: 'People', icon: IconStar },
    },
    {
      at: panelPaths.allBooks,
      name: 'All books',
      element: <Library page="books" />,
      menu: { group: 'Library', icon: IconBook2 },
    },
    { at: panelPaths.viewBook, parent: panelPaths.allBooks, element: <Library page="view" /> },
    { at: panelPaths.book, parent: panelPaths.allBooks, element: <Book /> },
    {
      at: panelPaths.allCategories,
      name: 'All book categories',
      element: <Library page="categories" />,
      menu: { group: 'Library', label: 'Categories', icon: IconTags },
    },
    { at: panelPaths.category, parent: panelPaths.allCategories, element: <Library page="category" /> },
    {
      at: panelPaths.booksInNumbers,
      name: 'Books in numbers',
      element: <Numbers page="books" />,
      menu: { group: 'Library', icon: IconChartBar },
    },
    { at: platform.modes, name: 'Modes', element: <Modes />, menu: { group: 'Library', icon: IconBooks } },
    {
      at: publicPaths.platformContent,
      name: 'Public pages',
      element: <EditedPages editor="platform" />,
      menu: { group: 'Content', icon: IconWorld },
    },
    {
      at: publicPaths.platformPage,
      parent: publicPaths.platformContent,
      element: <PageEditor editor="platform" />,
    },
    {
      at: panelPaths.dearWorld,
      name: 'Dear World',
      element: <Library page="messages" />,
      menu: { group: 'Content', icon: IconHeartHandshake },
    },
    {
      at: panelPaths.bookMonitoring,
      name: 'Book monitoring',
      element: <BookMonitoring />,
      menu: { group: 'Trust', icon: IconEye, badge: 'watched' },
    },
    { at: platform.reports, name: 'Reports', element: <Reports />, menu: { group: 'Trust', icon: IconFlag } },
    {
      at: publicPaths.platformRequests,
      name: 'Messages',
      element: <Requests page={requestsAt.platform()} />,
      menu: { group: 'Trust', icon: IconMessage },
    },
    {
      at: platform.offers,
      name: 'Books from visitors',
      element: <OfferedBooks />,
      menu: { group: 'Trust', icon: IconGift },
    },
    { at: panelPaths.email, name: 'Email', element: <Email />, menu: { group: 'Trust', icon: IconMail } },
    { at: panelPaths.audit, name: 'Audit', element: <Audit />, menu: { group: 'Trust', icon: IconHistory } },
    {
      at: platform.causesDashboard,
      name: 'Causes',
      element: <Causes page="summary" places={platformCauses} />,
      menu: { heading: 'money', icon: IconHeartHandshake },
    },
    {
      at: platform.causes,
      name: 'All causes',
      parent: platform.causesDashboard,
      element: <Causes page="list" places={platformCauses} />,
    },
    { at: platform.cause, parent: platform.causes, element: <Causes page="view" places={platformCauses} /> },
    {
      at: platform.causeForm,
      parent: platform.causes,
      element: <Causes page="form" places={platformCauses} />,
    },
    {
      at: platform.donations,
      name: 'Sales and gifts',
      element: <Sales />,
      menu: { heading: 'money', icon: IconCoin },
    },
    {
      at: platform.orders,
      name: 'Orders',
      element: <Orders />,
      menu: { heading: 'money', icon: IconReceipt },
    },
    {
      at: platform.payments,
      name: 'Payment History',
      element: <Payments />,
      menu: { heading: 'money', icon: IconCreditCard },
    },
    {
      at: platform.plans,
      name: 'Plans',
      element: <OfferedPlans page="plans" />,
      menu: { heading: 'money', icon: IconArmchair },
    },
    {
      at: platform.planVariants,
      name: 'Plan variants',
      element: <OfferedPlans page="variants" />,
      menu: { heading: 'money', icon: IconTable },
    },
    {
      at: platform.subscriptions,
      name: 'Plans of schools',
      element: <OfferedPlans page="subscribers" />,
      menu: { heading: 'money', icon: IconUsers },
    },
  ],
};
