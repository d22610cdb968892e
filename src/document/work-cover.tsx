import type { CSSProperties } from 'react';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { clothOf } from '#src/lib/cloth.ts';
import { apiClient } from '#src/session/api.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { AssetPicture } from './asset-picture.tsx';
import { audienceOfPictures } from './work-words.ts';
import styles from './works.module.css';

/** Share of a cover's width for the letters of its title, in hundredths, so that all of it fits: its longest word in a line. */
function titleSize(title: string): number {
  const longest = Math.max(1, ...title.split(/[\s-]+/u).map((word) => word.length));
  return Math.min(11, 74 / (0.6 * longest), 84 / Math.sqrt(title.length));
}

type Titled = Pick<WorkCard, 'id' | 'kind' | 'title' | 'byline' | 'language'>;

/** Cloth with its title; `alt` is its name where nothing beside it says it. */
function Cloth({ work, alt = null }: { work: Titled; alt?: string | null }) {
  const title = titleOf(work);
  return (
    <span
      className={styles.cloth}
      style={clothOf(work.id)}
      lang={work.language}
      dir="auto"
      {...(alt === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <span
        className={styles.clothTitle}
        style={{ '--title-size': `${titleSize(title).toFixed(2)}cqi` } as CSSProperties}
      >
        {title}
      </span>
      <span className={styles.clothByline}>{work.byline}</span>
    </span>
  );
}

interface WorkCoverProps {
  work: Titled & Pick<WorkCard, 'cover' | 'audience' | 'state'>;
  /** True where title and author stand beside it. */
  decorative?: boolean;
  client?: PictureClient;
}

/** The cover of a work: its picture, or cloth with its title, also where the picture is not on this device. */
export function WorkCover({ work, decorative = false, client = apiClient }: WorkCoverProps) {
  const { cover } = work;
  const alt = cover && (cover.alt === '' ? `Cover of ${titleOf(work)}` : cover.alt);
  return (
    <span className={styles.cover}>
      {cover && alt !== null ? (
        <AssetPicture
          picture={{ ...cover, alt }}
          audience={audienceOfPictures(work)}
          className={styles.coverPicture}
          decorative={decorative}
          instead={<Cloth work={work} alt={decorative ? null : alt} />}
          client={client}
        />
      ) : (
        <Cloth work={work} />
      )}
    </span>
  );
}
