import '#src/ui/classroom-styles.ts';
import { Button } from '@mantine/core';
import {
  IconArmchair,
  IconBooks,
  IconCoin,
  IconCreditCard,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconPencil,
  IconPlus,
  IconReceipt,
  IconSchool,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import { lazy } from 'react';
import { Link, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { SummaryScreen } from '#src/features/visits/summary.screen.tsx';
import { TenantsScreen } from '#src/features/visits/tenants.screen.tsx';
import { platformCauses } from './office/cause-places.ts';
import { AreaFrame, type MenuEntry } from './area-frame.tsx';

const PlatformTenantPage = lazy(async () => ({
  default: (await import('./office/platform-tenant.page.tsx')).PlatformTenantPage,
}));

const OfferedBooksPage = lazy(async () => ({
  default: (await import('./office/offered-books.page.tsx')).OfferedBooksPage,
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
const ReportsPage = lazy(async () => ({ default: (await import('./office/reports.page.tsx')).ReportsPage }));

const dashboardHref = paths.platform.dashboard();
const tenantsHref = paths.platform.tenants();
const newTenantHref = paths.platform.tenant();
const reportsHref = paths.platform.reports();

function tenantHref(id: string): string {
  return `${newTenantHref}/${id}`;
}

const menu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: dashboardHref, icon: IconLayoutDashboard, within: [] },
  { label: 'All tenants', to: tenantsHref, icon: IconSchool, within: [newTenantHref] },
  {
    label: 'Causes',
    to: paths.platform.causesDashboard(),
    icon: IconHeartHandshake,
    within: [platformCauses.list, platformCauses.new, `${paths.platform.home()}/charity-details-view`],
  },
  { label: 'Modes', to: paths.platform.modes(), icon: IconBooks, within: [] },
  { label: 'Reports', to: reportsHref, icon: IconFlag, within: [] },
  { label: 'Books from visitors', to: paths.platform.offers(), icon: IconGift, within: [] },
];

const money: readonly MenuEntry[] = [
  { label: 'Sales and gifts', to: paths.platform.donations(), icon: IconCoin, within: [] },
  { label: 'Orders', to: paths.platform.orders(), icon: IconReceipt, within: [] },
  { label: 'Payment History', to: paths.platform.payments(), icon: IconCreditCard, within: [] },
  { label: 'Plans', to: paths.platform.plans(), icon: IconArmchair, within: [] },
  { label: 'Plan variants', to: paths.platform.planVariants(), icon: IconTable, within: [] },
  { label: 'Plans of schools', to: paths.platform.subscriptions(), icon: IconUsers, within: [] },
];

interface AdminPanelAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: React.ReactNode;
}

/** `/admin-panel`: every school and organization on the platform. */
export function AdminPanelArea({ notFound }: AdminPanelAreaProps) {
  return (
    <AreaFrame label="Platform" menu={menu} money={money}>
      <Routes>
        <Route index element={<Navigate to={dashboardHref} replace />} />
        <Route path="dashboard" element={<SummaryScreen listHref={tenantsHref} listName="All tenants" />} />
        <Route
          path="all-tenants"
          element={
            <TenantsScreen
              title="All tenants"
              noun={['school or organization', 'schools and organizations']}
              actions={
                <Button
                  component={Link}
                  to={newTenantHref}
                  leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
                >
                  Add a school or organization
                </Button>
              }
              renderActions={({ id, school_name }) => (
                <Button
                  component={Link}
                  to={tenantHref(id)}
                  variant="default"
                  leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
                  aria-label={`Edit ${school_name}`}
                >
                  Edit
                </Button>
              )}
            />
          }
        />
        <Route
          path="tenant/:tenantId?"
          element={<PlatformTenantPage listHref={tenantsHref} tenantHref={tenantHref} />}
        />
        <Route path="charities-dashboard" element={<CausesPage page="summary" places={platformCauses} />} />
        <Route path="all-charities" element={<CausesPage page="list" places={platformCauses} />} />
        <Route
          path="charity-details-view/:charityId"
          element={<CausesPage page="view" places={platformCauses} />}
        />
        <Route path="charity/:charityId?" element={<CausesPage page="form" places={platformCauses} />} />
        <Route path="modes" element={<ModesPage />} />
        <Route path="reports" element={<ReportsPage />} />
        <Route path="offered-books" element={<OfferedBooksPage />} />
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
