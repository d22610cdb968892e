import { PlanPaymentsScreen } from '#src/features/subscriptions/plan-payments.screen.tsx';
import { PlansScreen } from '#src/features/subscriptions/plans.screen.tsx';

interface PlansPageProps {
  page: 'plans' | 'payments';
  isOrganization: boolean;
}

/** The plan of a school or an organization, and what was paid for it. */
export function PlansPage({ page, isOrganization }: PlansPageProps) {
  if (page === 'payments') return <PlanPaymentsScreen isOrganization={isOrganization} />;
  return <PlansScreen isOrganization={isOrganization} />;
}
