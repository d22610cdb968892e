import { Text } from '@mantine/core';
import { IconMessageHeart } from '@tabler/icons-react';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { ReviewSticker, stickerNamed } from './review-sticker.tsx';
import { kindNames } from './story-words.ts';
import { lastWords } from './story.rules.ts';
import styles from './desk.module.css';

interface TeachersSlipProps {
  work: OwnWork;
  /** The one that is written; left out where none is. */
  chapter?: OwnChapter | undefined;
  /** True where it lies folded on the desk until somebody taps it. */
  isFolded?: boolean;
}

/** What the teacher said last, of the whole and of the part that is open. */
export function TeachersSlip({ work, chapter, isFolded = false }: TeachersSlipProps) {
  const words = lastWords(work);
  const { part } = kindNames[work.kind];
  const all = work.review?.comments ?? [];
  const here = chapter ? all.filter(({ chapter_id }) => chapter_id === chapter.id) : [];
  if (!words && here.length === 0) return null;
  const sticker = stickerNamed(words?.sticker);
  const by = work.review?.by ?? 'Your teacher';
  return (
    <details className={styles.slip} open={!isFolded}>
      <summary>
        <IconMessageHeart size={24} stroke={1.75} aria-hidden />
        {by} wrote to you
      </summary>
      <div className={styles.slipWords}>
        {sticker && <ReviewSticker name={sticker} />}
        {words && <span dir="auto">{words.reason}</span>}
        {here.map(({ id, text }) => (
          <div key={id}>
            <Text fw={600}>About this {part}</Text>
            <span dir="auto">{text}</span>
          </div>
        ))}
        {words && all.length > here.length && <Text>There are more words beside your {part}s.</Text>}
      </div>
    </details>
  );
}
