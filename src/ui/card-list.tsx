import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './card-list.module.css';

interface CardListProps {
  /** What is listed, for those who cannot see it; left out where a heading says so. */
  label?: string;
  busy?: boolean;
  /** Of `CardRow`s. */
  children: ReactNode;
}

/** A few things with some words about each. Many of the same kind are a table. */
export function CardList({ label, busy = false, children }: CardListProps) {
  return (
    <ul className={styles.list} aria-label={label} aria-busy={busy}>
      {children}
    </ul>
  );
}

interface CardRowProps {
  /** What can be done with it, at its right. */
  actions?: ReactNode;
  /** True where it waits for the reader. */
  waiting?: boolean;
  children: ReactNode;
}

export function CardRow({ actions, waiting = false, children }: CardRowProps) {
  return (
    <li className={styles.row} data-waiting={waiting}>
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.doing}>{actions}</div>}
    </li>
  );
}

/** Stands there until it is known what there is. */
export function WaitingCards() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <ul className={styles.list} aria-hidden>
        {[0, 1, 2].map((place) => (
          <li key={place} className={styles.row}>
            <div className={styles.words}>
              <Skeleton height={20} width={180} my={4} />
              <Skeleton height={16} width={140} my={4} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
