import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './text-page.module.css';

interface TextPageProps {
  title: string;
  /** What the page says, in one or two sentences. */
  summary: string;
  children: ReactNode;
}

/** A page to read, set like one of a book. */
export function TextPage({ title, summary, children }: TextPageProps) {
  useDocumentTitle(title);
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <Title order={1}>{title}</Title>
        <p className={styles.summary}>{summary}</p>
      </header>
      {children}
    </article>
  );
}

interface TextSectionProps {
  title: string;
  /** Where a link with `#id` leads. */
  id?: string;
  children: ReactNode;
}

export function TextSection({ title, id, children }: TextSectionProps) {
  return (
    <section className={styles.section} {...(id !== undefined && { id, tabIndex: -1 })}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
