import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { Chapter, Work } from '#contract/works/works.schema.ts';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { PagePins } from '#src/desk/page-pins.tsx';
import { PageStrip } from '#src/desk/page-strip.tsx';
import { middleOfPaper, placeOnPaper } from '#src/desk/place-on-paper.ts';
import { pinsOf, type PageNote, type Pin } from '#src/desk/review-notes.rules.ts';
import { kindNames } from '#src/desk/story-words.ts';
import type { Mark } from '#src/desk/story.rules.ts';
import { usePageTurning } from '#src/desk/use-page-turning.ts';
import deskStyles from '#src/desk/desk.module.css';
import styles from './review.module.css';

/** What a tap on it means something else by. */
const takesTaps = 'a, button, audio, input, [data-pin]';

interface ReviewPagesProps {
  work: Work;
  chapters: readonly Chapter[];
  /** From 0. */
  place: number;
  onTurn: (place: number) => void;
  /** A page as it is read. */
  drawPage: (chapter: Chapter, work: Work) => ReactNode;
  /** A document, for the small pages. */
  draw: (document: WorkDocument) => ReactNode;
  notes: readonly PageNote[];
  /** Told of a tap on the page; null where nothing can be said any more. */
  onPoint: ((at: PlaceOnPage) => void) | null;
  /** True while a tap on the page is waited for: keys point at the middle of it. */
  isPointing: boolean;
  onPin: (pin: Pin) => void;
  onMovePin: (pin: Pin, at: PlaceOnPage) => void;
}

/** One page or chapter as it is read, with what is said about places of it, and the way to the others. */
export function ReviewPages(props: ReviewPagesProps) {
  const { work, chapters, place, onTurn, drawPage, draw, notes, onPoint, isPointing, onPin, onMovePin } =
    props;
  const chapter = chapters[place];
  const { Part, part } = kindNames[work.kind];
  const readsTo = directionOfWork(work);
  const page = useRef<HTMLDivElement>(null);
  const pointByKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target === page.current) onPoint?.(middleOfPaper());
  });
  // Each page is an element of its own.
  const shown = chapter?.id;
  useEffect(() => {
    const { current } = page;
    if (!isPointing || !current || shown === undefined) return undefined;
    current.focus();
    const listen = (event: KeyboardEvent) => pointByKey(event);
    current.addEventListener('keydown', listen);
    return () => current.removeEventListener('keydown', listen);
  }, [isPointing, shown]);
  const turning = usePageTurning({
    fromRight: readsTo === 'rtl',
    turn: (by) => {
      if (chapters[place + by]) onTurn(place + by);
    },
  });
  if (!chapter) return <p>There is nothing in it.</p>;
  const marks = new Map<string, Mark>(
    notes.flatMap(({ chapter_id, text }) => (text.trim() === '' ? [] : [[chapter_id, 'words'] as const])),
  );

  const step = (to: number, label: string, Icon: typeof IconChevronLeft) =>
    chapters[to] && (
      <UnstyledButton className={deskStyles.tool} aria-label={label} onClick={() => onTurn(to)}>
        <Icon size={26} stroke={2} aria-hidden />
      </UnstyledButton>
    );
  return (
    <>
      <div
        ref={page}
        className={styles.scroll}
        tabIndex={0}
        data-points={onPoint !== null || undefined}
        key={chapter.id}
        {...turning}
      >
        <Paper label={`${Part} ${place + 1}`} onPoint={onPoint}>
          {drawPage(chapter, work)}
          <PagePins pins={pinsOf(notes, chapter.id)} onTap={onPin} {...(onPoint && { onMove: onMovePin })} />
        </Paper>
      </div>
      {chapters.length > 1 && (
        <nav
          aria-label={work.kind === 'book' ? 'Pages' : kindNames[work.kind].parts}
          className={styles.pages}
          dir={readsTo}
        >
          {step(place - 1, `${Part} before`, readsTo === 'rtl' ? IconChevronRight : IconChevronLeft)}
          {work.kind === 'book' && (
            <div className={styles.strip}>
              <PageStrip
                pages={chapters}
                place={place}
                marks={marks}
                draw={draw}
                onChoose={(id) => onTurn(chapters.findIndex((each) => each.id === id))}
              />
            </div>
          )}
          <span className={styles.pageNumber} data-kind={work.kind} role="status">
            {Part} {place + 1} of {chapters.length}
          </span>
          {step(place + 1, `Next ${part}`, readsTo === 'rtl' ? IconChevronLeft : IconChevronRight)}
        </nav>
      )}
    </>
  );
}

/** A page of which a tap names a place. The answer beside it names one by keys. */
function Paper({
  label,
  onPoint,
  children,
}: Pick<ReviewPagesProps, 'onPoint'> & { label: string; children: ReactNode }) {
  const paper = useRef<HTMLElement>(null);
  const point = useEffectEvent((event: MouseEvent, page: Element) => {
    if (event.target instanceof Element && event.target.closest(takesTaps) !== null) return;
    // Words that are marked are read, or copied.
    if (window.getSelection()?.isCollapsed !== false) onPoint?.(placeOnPaper(page, event));
  });
  useEffect(() => {
    const { current: page } = paper;
    if (!page) return undefined;
    const listen = (event: MouseEvent) => point(event, page);
    page.addEventListener('click', listen);
    return () => page.removeEventListener('click', listen);
  }, []);
  return (
    <section ref={paper} className={styles.paper} data-paper aria-label={label}>
      {children}
    </section>
  );
}
