import { PlanBanner } from '#src/features/subscriptions/plan-banner.tsx';

/** On pages of the office: the plan needs a look. */
export function PlanBannerPage() {
  return <PlanBanner />;
}
