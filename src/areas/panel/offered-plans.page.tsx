import { OfferedPlansScreen } from '#src/features/subscriptions/offered-plans.screen.tsx';
import { PlanVariantsScreen } from '#src/features/subscriptions/plan-variants.screen.tsx';
import { SubscribersScreen } from '#src/features/subscriptions/subscribers.screen.tsx';

/** What the platform offers schools, and who has chosen it. */
export function OfferedPlansPage({ page }: { page: 'plans' | 'variants' | 'subscribers' }) {
  if (page === 'variants') return <PlanVariantsScreen />;
  return page === 'subscribers' ? <SubscribersScreen /> : <OfferedPlansScreen />;
}
