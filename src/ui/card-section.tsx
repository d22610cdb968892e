import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './card-section.module.css';

/** One part of a page that has several, under a heading of its own. */
export function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        {title}
      </Title>
      {children}
    </section>
  );
}
