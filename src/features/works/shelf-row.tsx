import { Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { WorkCardLink } from './work-card-link.tsx';
import styles from './works.module.css';

interface ShelfRowProps {
  title: string;
  works: readonly WorkCard[];
  /** The page with all that belongs on the shelf, and how much that is; left out where all of it stands here. */
  all?: { to: string; count: number } | undefined;
}

/** A row of works that is moved sideways; the keyboard goes from one to the next. */
export function ShelfRow({ title, works, all }: ShelfRowProps) {
  const id = useId();
  return (
    <section className={styles.shelf} aria-labelledby={id} data-tour="shelf">
      <header className={styles.shelfHeader}>
        <Title order={2} size="h3" id={id} dir="auto">
          {title}
        </Title>
        {all && (
          <Link to={all.to} className={styles.shelfAll} aria-label={`All ${all.count} in ${title}`}>
            All {all.count}
          </Link>
        )}
      </header>
      <ul className={styles.row}>
        {works.map((work) => (
          <li key={work.id}>
            <WorkCardLink work={work} />
          </li>
        ))}
      </ul>
    </section>
  );
}
