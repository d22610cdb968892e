import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { WorkCardLink } from '#src/document/work-card-link.tsx';
import styles from '#src/document/works.module.css';

interface ShelfProps {
  title: string;
  /** The page with all that belongs on the shelf, and how much that is; left out where all of it stands here. */
  all?: { to: string; count: number } | undefined;
  /** What stands on it, each in an `li`. */
  children: ReactNode;
}

/** A board with a name. What stands on it is moved sideways; the keyboard goes from one to the next. */
export function Shelf({ title, all, children }: ShelfProps) {
  const id = useId();
  return (
    <section className={styles.shelf} aria-labelledby={id}>
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
      <ul className={styles.row}>{children}</ul>
    </section>
  );
}

interface ShelfRowProps extends Omit<ShelfProps, 'children'> {
  works: readonly WorkCard[];
  /** How each stands there; left out, as in the library. */
  card?: (work: WorkCard) => ReactNode;
}

/** A row of works. */
export function ShelfRow({ works, card = (work) => <WorkCardLink work={work} />, ...shelf }: ShelfRowProps) {
  return (
    <Shelf {...shelf}>
      {works.map((work) => (
        <li key={work.id}>{card(work)}</li>
      ))}
    </Shelf>
  );
}
