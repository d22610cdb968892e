import { useState, type ReactNode } from 'react';
import { paths } from '#contract/kit/paths.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { deviceStorage, type KeyValueStorage } from '#src/session/device-storage.ts';
import { ReviewSticker, stickerNamed } from '#src/desk/review-sticker.tsx';
import { SaidAloud } from '#src/desk/said-aloud.tsx';
import { Celebration } from './celebration.tsx';
import { newsOf, toCelebrate } from './celebration.rules.ts';
import { inOrder } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import styles from './celebration.module.css';

/** Ids of reviews that were celebrated on this device, the last ones. */
const key = 'celebrated';
const most = 200;

function readSeen(storage: KeyValueStorage): string[] {
  return (storage.getItem(key) ?? '').split(' ').filter((id) => id !== '');
}

/** In the library where it is on the shelf, else as it was handed in. */
const whereIs = (work: OwnWork) =>
  work.state === 'published' ? paths.work({ id: work.slug ?? work.id }) : ownWorkAt(work);

interface CelebrateYesProps {
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  storage?: KeyValueStorage;
}

/** Celebrates the last yes of a teacher, once on this device; nothing where there is none. */
export function CelebrateYes({ draw, storage = deviceStorage }: CelebrateYesProps) {
  const { status, works, chapters } = useOwnStories();
  const [seen, setSeen] = useState(() => readSeen(storage));
  const waiting = status === 'ready' ? toCelebrate(works, seen) : [];
  const [work] = waiting;
  if (!work) return null;

  function close() {
    const ids = waiting.flatMap(({ review }) => (review ? [review.id] : []));
    const all = [...readSeen(storage), ...ids].slice(-most);
    storage.setItem(key, all.join(' '));
    setSeen(all);
  }

  const words = work.review?.reason ?? '';
  const sticker = stickerNamed(work.review?.sticker);
  return (
    <Celebration
      work={work}
      chapters={inOrder(chapters, work.id)}
      draw={draw}
      news={newsOf(work)}
      said={words}
      at={whereIs(work)}
      onClose={close}
    >
      {words !== '' && (
        <div className={styles.said} dir="auto">
          {sticker && <ReviewSticker name={sticker} />}
          {words}
        </div>
      )}
      {work.review?.voice && <SaidAloud voice={work.review.voice} label={`What ${work.review.by} says`} />}
    </Celebration>
  );
}
