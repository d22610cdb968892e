import type { CSSProperties } from 'react';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { clothOf } from '#src/lib/cloth.ts';
import { AssetPicture } from './asset-picture.tsx';
import { audienceOfPictures } from './work-words.ts';
import styles from './works.module.css';

/** Share of a cover's width for the letters of its title, in hundredths, so that all of it fits: its longest word in a line. */
function titleSize(title: string): number {
  const longest = Math.max(1, ...title.split(/[\s-]+/u).map((word) => word.length));
  return Math.min(11, 74 / (0.6 * longest), 84 / Math.sqrt(title.length));
}

interface WorkCoverProps {
  work: Pick<WorkCard, 'id' | 'kind' | 'title' | 'byline' | 'cover' | 'audience' | 'state' | 'language'>;
  /** True where title and author stand beside it. */
  decorative?: boolean;
}

/** The cover of a work: its picture, or cloth with its title. */
export function WorkCover({ work, decorative = false }: WorkCoverProps) {
  const { cover, byline, id, language } = work;
  const title = titleOf(work);
  return (
    <span className={styles.cover}>
      {cover ? (
        <AssetPicture
          picture={{ ...cover, alt: cover.alt === '' ? `Cover of ${title}` : cover.alt }}
          audience={audienceOfPictures(work)}
          className={styles.coverPicture}
          decorative={decorative}
        />
      ) : (
        <span className={styles.cloth} style={clothOf(id)} aria-hidden lang={language} dir="auto">
          <span
            className={styles.clothTitle}
            style={{ '--title-size': `${titleSize(title).toFixed(2)}cqi` } as CSSProperties}
          >
            {title}
          </span>
          <span className={styles.clothByline}>{byline}</span>
        </span>
      )}
    </span>
  );
}
