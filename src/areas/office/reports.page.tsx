import { ReportsScreen } from '#src/features/moderation/reports.screen.tsx';

/** `/admin-school/reports`: what readers told about books and stories. */
export function ReportsPage() {
  return <ReportsScreen readHref={({ slug }) => `/library/${encodeURIComponent(slug)}`} />;
}
