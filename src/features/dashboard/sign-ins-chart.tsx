import { Text, VisuallyHidden } from '@mantine/core';
import type { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { ChartFigure } from '#src/ui/chart-figure.tsx';
import styles from './dashboard.module.css';

// A day of the calendar is the same everywhere; in another time zone than UTC it would be the one before.
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'narrow', timeZone: 'UTC' });
const inFull = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Children who signed in on each of the last days. The bars begin at nothing, and the highest day fills the height. */
export function SignInsChart({ signIns }: { signIns: SchoolDashboard['sign_ins'] }) {
  const most = Math.max(0, ...signIns.map(({ children }) => children));
  return (
    <ChartFigure
      title="Children who signed in"
      detail="each day of the last two weeks"
      columns={['Day', 'Children']}
      rows={signIns.map(({ day, children }) => ({ what: inFull.format(dateOf(day)), count: children }))}
    >
      {most === 0 ? (
        <Text c="dimmed">Nobody yet.</Text>
      ) : (
        <ol className={styles.bars}>
          {signIns.map(({ day, children }) => {
            const date = dateOf(day);
            return (
              <li key={day} title={`${inFull.format(date)}: ${children.toLocaleString('en')}`}>
                <VisuallyHidden>
                  {inFull.format(date)}: {children.toLocaleString('en')}
                </VisuallyHidden>
                <span aria-hidden className={styles.count}>
                  {children > 0 ? children.toLocaleString('en') : ''}
                </span>
                <span
                  aria-hidden
                  className={styles.bar}
                  style={{ height: `calc((100% - 18px) * ${children / most})` }}
                />
                <span aria-hidden className={styles.day}>
                  {weekday.format(date)}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </ChartFigure>
  );
}
