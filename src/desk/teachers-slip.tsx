import { UnstyledButton } from '@mantine/core';
import { IconMessageHeart } from '@tabler/icons-react';
import type { OwnChapter, OwnWork, Review } from '#contract/writing/own-rows.schema.ts';
import { Ear } from '#src/ui/ear.tsx';
import { pinsOf } from './review-notes.rules.ts';
import { ReviewSticker, stickerNamed } from './review-sticker.tsx';
import { SaidAloud } from './said-aloud.tsx';
import { kindNames } from './story-words.ts';
import { lastWords } from './story.rules.ts';
import styles from './desk.module.css';

type Comment = Review['comments'][number];

interface TeachersSlipProps {
  work: OwnWork;
  /** The one that is written; left out where none is. */
  chapter?: OwnChapter | undefined;
  /** All of them, in their order. */
  chapters: readonly OwnChapter[];
  /** True where it lies folded on the desk until somebody taps it. */
  isFolded?: boolean;
  /** Leads to what a comment is about; left out where nothing can be written. */
  onShow?: ((comment: Comment) => void) | false | undefined;
}

/** What the teacher said last, of the whole and of the part that is open; and the way to what was said of the others. */
export function TeachersSlip({ work, chapter, chapters, isFolded, onShow }: TeachersSlipProps) {
  const words = lastWords(work);
  const { part, Part } = kindNames[work.kind];
  const all = work.review?.comments ?? [];
  const heard = all.filter(({ chapter_id }) => !chapter || chapter_id === chapter.id);
  const here = chapter ? heard : [];
  if (!words && here.length === 0) return null;
  const pins = chapter ? pinsOf(all, chapter.id) : [];
  const sticker = stickerNamed(words?.sticker);
  const by = work.review?.by ?? 'Your teacher';
  const spoken = [words?.reason, ...heard.map(({ text }) => text)].join(' ').trim();
  const told = ({ id, text }: Comment, about: string) => (
    <div key={id}>
      <b>{about}</b>
      {'\n'}
      <span dir="auto">{text}</span>
    </div>
  );
  const way = (comment: Comment, name: string) =>
    onShow ? (
      <UnstyledButton key={comment.id} className={styles.slipWay} onClick={() => onShow(comment)}>
        <b>{name}</b>
        <span dir="auto">{comment.text}</span>
      </UnstyledButton>
    ) : (
      told(comment, name)
    );
  return (
    <details className={styles.slip} open={!isFolded}>
      <summary>
        <IconMessageHeart size={24} stroke={1.75} aria-hidden />
        {by} wrote to you
      </summary>
      <div className={styles.slipWords}>
        {sticker && <ReviewSticker name={sticker} />}
        {words?.voice && <SaidAloud voice={words.voice} label={`What ${by} says`} />}
        {words && <span dir="auto">{words.reason}</span>}
        <Ear words={spoken} label="Hear it" />
        {here.map((comment) => {
          const pin = pins.find(({ id }) => id === comment.id);
          return pin ? way(comment, String(pin.number)) : told(comment, `About this ${part}`);
        })}
        {chapters.map(
          ({ id }, place) =>
            id !== chapter?.id &&
            all
              .filter(({ chapter_id }) => chapter_id === id)
              .map((comment) => way(comment, `${Part} ${place + 1}`)),
        )}
      </div>
    </details>
  );
}
