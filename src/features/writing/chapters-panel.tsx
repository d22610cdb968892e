import { Group, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { picturesIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { addAtEnd } from './add-at-end.ts';
import type { DeskParts } from '#src/desk/desk-parts.ts';
import { OtherVersions } from './chapter-versions.tsx';
import { InSlot } from '#src/desk/desk-slots.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { PagePins } from '#src/desk/page-pins.tsx';
import { PageStrip } from '#src/desk/page-strip.tsx';
import { IdeaChips } from './idea-chips.tsx';
import { usePartActions } from './part-actions.tsx';
import { PartNav } from './part-nav.tsx';
import { pinsOf } from '#src/desk/review-notes.rules.ts';
import { marksOf, placeToGoOn } from '#src/desk/story.rules.ts';
import { TeachersSlip } from '#src/desk/teachers-slip.tsx';
import { TitleOnPaper } from './title-on-paper.tsx';
import { useBookPages } from './use-book-pages.ts';
import type { Ideas } from './use-ideas.ts';
import { changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';
import styles from '#src/desk/desk.module.css';
import pageStyles from '#src/desk/page.module.css';
import writingStyles from '#src/desk/writing.module.css';

interface ChaptersPanelProps {
  parts: Pick<DeskParts, 'Paper' | 'AddFiles'>;
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** The way to have it as a file; left out where one only mends a chapter. */
  exporting?: (work: OwnWork, chapters: readonly OwnChapter[]) => ReactNode;
  /** Reads out what to do here. */
  ear: ReactNode;
  /** For an empty paper; left out where it has none. */
  ideas?: Ideas;
  /** The work was put away. */
  onGone: () => void;
  /** The id of the one to begin with; left out, where its author goes on. */
  first?: string | null;
  /** Told of the one that is opened: a page that is loaded again begins with it. */
  onOpened?: (id: string) => void;
}

interface CameFor {
  /** True where one came by a button that says to write, or to name it, and not by an address. */
  write?: boolean;
  title?: boolean;
  /** The id of what the teacher said that one came to read. */
  words?: string;
}

/** The paper: the title, and one chapter of a story or page of a book, which is written; the others are a tap away. */
export function ChaptersPanel(props: ChaptersPanelProps) {
  const { work, chapters, draw, first = null, onOpened, ear, ideas, parts } = props;
  const replica = useReplica();
  const location = useLocation();
  const cameFor = (location.state ?? {}) as CameFor;
  const isBook = work.kind === 'book';
  const [chosen, setChosen] = useState<string | null>(() =>
    // A book has its name above its first page.
    isBook && cameFor.title ? null : (first ?? placeToGoOn(work, chapters)),
  );
  /** Counted where another version was chosen: the editor begins anew with it. */
  const [round, setRound] = useState(0);
  const [showsFiles, setShowsFiles] = useState(false);
  /** The id of the comment that is read at its place; empty where none is. */
  const [pin, setPin] = useState(cameFor.words ?? '');
  /** The one that has the cursor in it at once. */
  const [written, setWritten] = useState(cameFor.write ? (chosen ?? chapters[0]?.id) : null);
  const found = chapters.findIndex(({ id }) => id === chosen);
  /** Where what is taken out stood: what comes after it is shown there. */
  const [lastPlace, setLastPlace] = useState(0);
  if (found >= 0 && found !== lastPlace) setLastPlace(found);
  const place = Math.max(0, found < 0 ? Math.min(lastPlace, chapters.length - 1) : found);
  const chapter = chapters[place];
  const pictures = useMemo(
    () => picturesIn({ type: 'doc', content: chapters.flatMap(({ document }) => document.content) }),
    [chapters],
  );
  const marks = useMemo(() => marksOf(work, chapters), [work, chapters]);

  // It is another function with each address, and pages of a book are drawn again where theirs is another.
  const tell = useRef(onOpened);
  useEffect(() => {
    tell.current = onOpened;
  }, [onOpened]);
  const openAt = useCallback((id: string, isToWrite: boolean) => {
    setChosen(id);
    setWritten(isToWrite ? id : null);
    tell.current?.(id);
  }, []);
  const open = useCallback((id: string) => openAt(id, false), [openAt]);

  // Keys open it with the cursor in it, or the next blank would press the button again; a finger would open a keyboard.
  const add = (isTyped: boolean) =>
    void addAtEnd(replica, work, chapters).then((id) => openAt(id, isTyped), sayNotKept);
  /** Until its author chooses another cover, the first picture of a work is it. */
  const coverIfFirst = (cover: string) => {
    if (pictures.length > 0) return;
    replica.enqueue(changeStory, changeStoryInput(work.id, { cover })).catch(sayNotKept);
  };
  const pins = chapter ? pinsOf(work.review?.comments ?? [], chapter.id) : [];
  const show = ({ id, chapter_id }: { id: string; chapter_id: string }) => {
    flushSync(() => {
      open(chapter_id);
      setPin(id);
    });
    const shown = document.querySelector<HTMLElement>(`[data-pin="${id}"]`);
    shown?.focus({ preventScroll: true });
    // With the words below it.
    shown?.scrollIntoView({ block: 'center' });
  };
  const hasRoom = chapters.length < limits.chaptersPerStory;
  const { pages, turning, turned } = useBookPages({ work, chapters, place, hasRoom, onOpen: openAt });
  const chooseAnother = () => setRound((before) => before + 1);
  const { rows, dialogs } = usePartActions({
    ...props,
    place,
    onNew: hasRoom ? () => add(false) : null,
    onOpen: open,
    onFiles: () => setShowsFiles(!showsFiles),
    onChosen: chooseAnother,
  });

  const nav = (
    <PartNav
      work={work}
      chapters={chapters}
      place={place}
      marks={marks}
      draw={draw}
      onChoose={open}
      onNew={isBook && hasRoom ? add : null}
    />
  );
  const editor = chapter && (
    <parts.Paper
      key={`${chapter.id} ${round}`}
      chapter={chapter}
      kind={work.kind}
      number={place + 1}
      readsTo={directionOfWork(work)}
      draw={draw}
      moreRows={rows}
      ear={ear}
      hasCursor={round === 0 && written === chapter.id}
      pictures={pictures}
      onPutIn={coverIfFirst}
      pins={<PagePins pins={pins} opened={pin} onTap={({ id }) => setPin(pin === id ? '' : id)} />}
      {...(isBook && { pages })}
    />
  );

  return (
    <>
      <TeachersSlip
        work={work}
        chapter={chapter}
        chapters={chapters}
        // What has no place on the page is read here.
        isFolded={!cameFor.words || pins.some(({ id }) => id === cameFor.words)}
        onShow={show}
      />
      {isBook && showsFiles && (
        <div className={styles.column}>
          <parts.AddFiles
            work={work}
            chapters={chapters}
            onAdded={open}
            onClose={() => {
              setShowsFiles(false);
              document.querySelector<HTMLElement>('[data-desk-work]')?.focus({ preventScroll: true });
            }}
          />
        </div>
      )}
      {chapter && chapter.others.length > 0 && (
        <div className={styles.column}>
          <OtherVersions
            chapter={chapter}
            part={isBook ? 'page' : 'chapter'}
            draw={draw}
            onChosen={chooseAnother}
          />
        </div>
      )}
      {isBook ? (
        <div className={pageStyles.desk} dir={directionOfWork(work)} data-turned={turned} {...turning}>
          {place === 0 && (
            <div className={pageStyles.bookTitle}>
              <TitleOnPaper work={work} />
            </div>
          )}
          {editor}
          {nav}
          <div className={pageStyles.ahead} aria-hidden inert>
            {[chapters[place - 1], chapters[place + 1]].map((near) => {
              const ahead = near?.document.content.filter(({ type }) => type === 'picture') ?? [];
              return (
                ahead.length > 0 && (
                  <Fragment key={near?.id}>{draw({ type: 'doc', content: ahead })}</Fragment>
                )
              );
            })}
          </div>
        </div>
      ) : (
        <article className={styles.sheet} onInput={ideas?.onBegun}>
          <TitleOnPaper work={work} />
          {nav}
          {editor}
          {ideas && <IdeaChips {...ideas} />}
        </article>
      )}
      {isBook && (
        <InSlot name="strip">
          <Group
            component="nav"
            aria-label="Pages"
            dir={directionOfWork(work)}
            gap={8}
            wrap="nowrap"
            justify="center"
          >
            <PageStrip pages={chapters} place={place} marks={marks} draw={draw} onChoose={open} />
            {hasRoom && (
              <UnstyledButton
                className={writingStyles.newThumb}
                // The second click of a double one is no wish for another.
                onClick={({ detail }) => {
                  if (detail < 2) add(detail === 0);
                }}
              >
                <span className={writingStyles.newThumbPicture}>
                  <IconPlus size={22} stroke={2} aria-hidden />
                </span>
                New page
              </UnstyledButton>
            )}
          </Group>
        </InSlot>
      )}
      {dialogs}
    </>
  );
}
