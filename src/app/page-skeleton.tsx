import styles from './page-skeleton.module.css';

/** Stands for a page whose code is on its way, where that takes long enough to be seen. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy role="status" aria-label="Loading">
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.line} />
    </div>
  );
}
