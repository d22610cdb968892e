import type { ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import styles from './finish.module.css';

interface CoverFaceProps {
  work: Pick<OwnWork, 'title' | 'kind'>;
  /** The picture on it; null where the title stands alone on cloth. */
  sha256: string | null;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
}

/** The front of a book: its picture with the title above, or the title on cloth. For those who see it. */
export function CoverFace({ work, sha256, draw }: CoverFaceProps) {
  const title = titleOf(work);
  if (sha256 === null)
    return (
      <span className={styles.clothTitle} dir="auto" aria-hidden>
        {title}
      </span>
    );
  return (
    <>
      <span className={styles.coverPicture} aria-hidden>
        {draw({ type: 'doc', content: [{ type: 'picture', attrs: { sha256, alt: '', width: 'full' } }] })}
      </span>
      <span className={styles.coverTitle} dir="auto" aria-hidden>
        {title}
      </span>
    </>
  );
}
