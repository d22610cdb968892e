import styles from './shell.module.css';

/** Browsers give the camera and the work without a network to HTTPS (and localhost) alone. */
export function InsecureNotice() {
  if (window.isSecureContext) return null;
  return (
    <p role="note" className={styles.notice} style={{ margin: 0 }}>
      This address does not begin with <b>https://</b>, so the camera and working without a network are
      switched off here. Please ask your school for its https:// address.
    </p>
  );
}
