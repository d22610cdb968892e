import { PlanPaymentsScreen } from '#src/features/subscriptions/plan-payments.screen.tsx';
import { PlansScreen } from '#src/features/subscriptions/plans.screen.tsx';
import type { PlanPlaces } from './plan-places.ts';

interface PlansPageProps {
  page: 'plans' | 'payments';
  places: PlanPlaces;
}

/** The plan of a school or an organization, and what was paid for it. */
export function PlansPage({ page, places: { isOrganization, plans, payments } }: PlansPageProps) {
  if (page === 'payments') return <PlanPaymentsScreen plansHref={plans} />;
  return <PlansScreen isOrganization={isOrganization} historyHref={payments} />;
}
