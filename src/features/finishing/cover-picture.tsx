import { Text, UnstyledButton } from '@mantine/core';
import { IconBrush, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { picturesIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { clothOf } from '#src/lib/cloth.ts';
import { CoverFace } from './cover-face.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import styles from './finish.module.css';

interface CoverPictureProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onChoose: (cover: string | null) => void;
  /** Opens the pad; null where no picture has room in the work. */
  onDraw: (() => void) | null;
}

/** One of the work's own pictures for its cover, or cloth with the title on it. */
export function CoverPicture({ work, chapters, draw, onChoose, onDraw }: CoverPictureProps) {
  const pictures = new Map(
    chapters.flatMap(({ document }) => picturesIn(document)).map(({ sha256, alt }) => [sha256, alt]),
  );
  const { one } = kindNames[work.kind];
  // One that was taken out of the text is on no cover until it comes back.
  const chosen = work.cover !== null && pictures.has(work.cover) ? work.cover : null;
  return (
    <>
      {pictures.size === 0 && (
        <Text>{`Draw a cover, or put a picture into your ${one} and choose it here.`}</Text>
      )}
      <div role="group" aria-label="Picture on the cover" className={styles.covers}>
        {[...pictures].map(([sha256, alt], place) => (
          <UnstyledButton
            key={sha256}
            className={styles.cover}
            aria-pressed={chosen === sha256}
            aria-label={alt === '' ? `Picture ${place + 1}` : alt}
            onClick={() => onChoose(sha256)}
          >
            <CoverFace work={work} sha256={sha256} draw={draw} />
            {chosen === sha256 && <Chosen />}
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={styles.cover}
          data-cloth
          style={clothOf(work.id)}
          aria-pressed={chosen === null}
          aria-label="The title alone"
          onClick={() => onChoose(null)}
        >
          <CoverFace work={work} sha256={null} draw={draw} />
          {chosen === null && <Chosen />}
        </UnstyledButton>
        {onDraw && (
          <UnstyledButton className={styles.drawOne} onClick={onDraw}>
            <IconBrush size={40} stroke={1.5} aria-hidden />
            Draw one
          </UnstyledButton>
        )}
      </div>
    </>
  );
}

function Chosen() {
  return (
    <span className={styles.chosen}>
      <IconCheck size={24} stroke={2.5} aria-hidden />
    </span>
  );
}
