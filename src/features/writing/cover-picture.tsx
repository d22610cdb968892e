import { Input, Text, UnstyledButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { picturesIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { kindNames } from './story-words.ts';
import styles from './writing.module.css';

interface CoverPictureProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onChoose: (cover: string | null) => void;
}

/** One of the work's own pictures for its cover, or cloth with the title on it. */
export function CoverPicture({ work, chapters, draw, onChoose }: CoverPictureProps) {
  const id = useId();
  const pictures = new Map(
    chapters.flatMap(({ document }) => picturesIn(document)).map(({ sha256, alt }) => [sha256, alt]),
  );
  const { one } = kindNames[work.kind];
  // One that was taken out of the text is on no cover until it comes back.
  const chosen = work.cover !== null && pictures.has(work.cover) ? work.cover : null;
  return (
    <Input.Wrapper
      label="Picture on the cover"
      labelElement="div"
      labelProps={{ id }}
      size="md"
      description={
        pictures.size === 0
          ? `Put a picture into your ${one}, and you can choose it here.`
          : `One of the pictures of your ${one}.`
      }
    >
      <div role="group" aria-labelledby={id} className={styles.covers}>
        <UnstyledButton
          className={styles.coverChoice}
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
        >
          <span className={styles.plainCover} dir="auto">
            <Text component="span" size="sm" fw={700} lineClamp={4}>
              {work.title === '' ? 'Title' : work.title}
            </Text>
          </span>
          <span>The title alone</span>
        </UnstyledButton>
        {[...pictures].map(([sha256, alt], place) => (
          <UnstyledButton
            key={sha256}
            className={styles.coverChoice}
            aria-pressed={chosen === sha256}
            aria-label={alt === '' ? `Picture ${place + 1}` : alt}
            onClick={() => onChoose(sha256)}
          >
            <span className={styles.thumbPicture} aria-hidden>
              {draw({ type: 'doc', content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }] })}
            </span>
          </UnstyledButton>
        ))}
      </div>
    </Input.Wrapper>
  );
}
