import { Suspense } from 'react';
import { lazyWithRetry } from '#src/session/late-code.ts';

const PlanBanner = lazyWithRetry(
  async () => (await import('#src/features/subscriptions/plan-banner.tsx')).PlanBanner,
);
const VisitsNotice = lazyWithRetry(
  async () => (await import('#src/features/visits/visits-notice.tsx')).VisitsNotice,
);

/** Above the pages of an office: the plan needs a look, somebody visits, or asks to. */
export function OfficeNotices() {
  return (
    <Suspense fallback={null}>
      <PlanBanner />
      <VisitsNotice />
    </Suspense>
  );
}
