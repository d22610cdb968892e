import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { progressInWords } from './reading.words.ts';
import { useReadingOf } from './use-own-reading.ts';
import { WorkCover } from './work-cover.tsx';
import { factsOf, workHref } from './work-words.ts';
import styles from './works.module.css';

interface WorkCardLinkProps {
  work: WorkCard;
  /** Where it leads; left out, to the work's own page. */
  href?: string;
  /** What is said of it; left out, how far one has read it, or how long it is. */
  facts?: ReactNode;
}

/** A work on a shelf: its cover, title, author, how long it is, and how far one has read it. */
export function WorkCardLink({ work, href = workHref(work), facts }: WorkCardLinkProps) {
  const reading = useReadingOf(work.id);
  const progress = progressInWords(reading, work);
  return (
    <Link to={href} className={styles.card}>
      <WorkCover work={work} decorative />
      {reading && (
        <progress className={styles.progress} value={reading.reached} max={work.parts} aria-hidden />
      )}
      <span className={styles.cardTitle} lang={work.language} dir="auto">
        {titleOf(work)}
      </span>
      {work.byline !== '' && (
        <span className={styles.byline} dir="auto">
          by {work.byline}
        </span>
      )}
      <span className={styles.facts}>{facts ?? progress ?? factsOf(work)}</span>
    </Link>
  );
}
