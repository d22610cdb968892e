import type { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { ChartFigure } from '#src/ui/chart-figure.tsx';
import styles from './dashboard.module.css';

type Span = keyof SchoolDashboard['last_sign_ins'];

const labels: Readonly<Record<Span, string>> = {
  week: 'In the last 7 days',
  month: 'In the last 30 days',
  longer: 'Longer ago',
  never: 'Never',
};
const spans = Object.keys(labels) as Span[];

/** How long ago the students last signed in. The longest bar fills the width. */
export function LastSignInsChart({ lastSignIns }: { lastSignIns: SchoolDashboard['last_sign_ins'] }) {
  const rows = spans.map((span) => ({ what: labels[span], count: lastSignIns[span] }));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ChartFigure
      title="Last sign-in"
      detail="of all students"
      columns={['Last sign-in', 'Students']}
      rows={rows}
    >
      <ul className={styles.spans}>
        {rows.map(({ what, count }) => (
          <li key={what}>
            <span>{what}</span>
            <span className={styles.spanCount}>{count.toLocaleString('en')}</span>
            <span aria-hidden className={styles.span} style={{ width: `${(count / most) * 100}%` }} />
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}
