import type { ReactNode } from 'react';
import { ReportsScreen } from '#src/features/moderation/reports.screen.tsx';

/** What readers told about books and stories, for those who decide about it: the school, its leads, and the platform. */
export function ReportsPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return <ReportsScreen {...(breadcrumb !== undefined && { breadcrumb })} />;
}
