import { Link } from 'react-router-dom';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { WorkCover } from './work-cover.tsx';
import { factsOf, workHref } from './work-words.ts';
import styles from './works.module.css';

/** A work on a shelf: its cover, title, author, and how long it is. */
export function WorkCardLink({ work }: { work: WorkCard }) {
  return (
    <Link to={workHref(work)} className={styles.card}>
      <WorkCover work={work} decorative />
      <span className={styles.cardTitle} lang={work.language} dir="auto">
        {work.title}
      </span>
      {work.byline !== '' && (
        <span className={styles.byline} dir="auto">
          by {work.byline}
        </span>
      )}
      <span className={styles.facts}>{factsOf(work)}</span>
    </Link>
  );
}
