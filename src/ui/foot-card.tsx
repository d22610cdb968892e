import type { ReactNode } from 'react';
import styles from './foot-card.module.css';

interface FootCardProps {
  /** Nothing while there is nothing to say. Its place is there before, or screen readers would not hear it. */
  children: ReactNode;
  /** At the end of the line in the place of its beginning. */
  atEnd?: boolean;
}

/** At the foot of the window, over the page and in nobody's way. */
export function FootCard({ children, atEnd = false }: FootCardProps) {
  return (
    <div role="status" className={styles.place} data-at-end={atEnd || undefined}>
      {children && <div className={styles.card}>{children}</div>}
    </div>
  );
}
