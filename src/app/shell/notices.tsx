import { useEffect } from 'react';
import { useTenant } from '#src/session/use-session.ts';
import { sayInFull } from '#src/ui/moments.ts';
import styles from './shell.module.css';

const forgetSchool = async (id: string) => (await import('#src/session/gone-school.ts')).forgetSchool(id);

/** What is said above each page: that a school rests, and what an address cannot do. */
export function Notices({ forget = forgetSchool }: { forget?: (tenantId: string) => Promise<void> }) {
  const { tenant } = useTenant();
  const gone = tenant?.is_gone === true ? tenant.id : null;
  useEffect(() => {
    if (gone !== null) void forget(gone);
  }, [gone, forget]);
  return (
    <>
      {!window.isSecureContext && (
        <p role="note" className={styles.notice} style={{ margin: 0 }}>
          {/* Browsers give the camera and the work without a network to HTTPS and localhost alone. */}
          This address does not begin with <b>https://</b>, so the camera and working without a network are
          switched off here. Please ask your school for its https:// address.
        </p>
      )}
      {tenant?.is_suspended === true && (
        <p role="note" className={styles.notice} style={{ margin: 0 }}>
          {tenant.school_name} is paused: nobody can sign in, and its pages rest. What was written is safe.
        </p>
      )}
      {gone !== null && (
        <p role="note" className={styles.notice} style={{ margin: 0 }}>
          {tenant?.school_name} has closed. Its data was deleted, and nobody can sign in.
        </p>
      )}
      {typeof tenant?.closes_at === 'string' && (
        <p role="note" className={styles.notice} style={{ margin: 0 }}>
          {tenant.school_name} closes on {sayInFull(tenant.closes_at)}. Until then you can read everything,
          and nothing can be changed.
        </p>
      )}
    </>
  );
}
