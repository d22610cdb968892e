import { useTenant } from '#src/session/use-session.ts';
import styles from './shell.module.css';

/** Of a school that the platform suspended: why its pages do not come. */
export function SuspendedNotice() {
  const { tenant } = useTenant();
  if (tenant?.is_suspended !== true) return null;
  return (
    <p role="note" className={styles.notice} style={{ margin: 0 }}>
      {tenant.school_name} is paused: nobody can sign in, and its pages rest. What was written is safe.
    </p>
  );
}
