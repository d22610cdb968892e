import { Alert, Button, Group } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconHistory,
  IconMessage,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayNotKept } from './not-kept.ts';
import { ChapterEditor } from './chapter-editor.tsx';
import { ChapterHistory, OtherVersions } from './chapter-versions.tsx';
import {
  addChapter,
  addChapterInput,
  moveChapter,
  moveChapterInput,
  removeChapter,
  removeChapterInput,
} from './writing.mutations.ts';
import { AddFiles } from './add-files.tsx';
import { PartMark } from './part-mark.tsx';
import { PageStrip } from './page-strip.tsx';
import { RemovedChapters } from './removed-chapters.tsx';
import { kindNames, markWords } from './story-words.ts';
import { marksOf, placeToGoOn } from './story.rules.ts';
import styles from './writing.module.css';

interface ChaptersPanelProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** The id of the one to begin with; left out, where its author goes on. */
  first?: string | null;
  /** Told of the one that is opened: a page that is loaded again begins with it. */
  onOpened?: (id: string) => void;
}

/** The chapters of a story, or the pages of a book: one is written, the others are a tap away. */
export function ChaptersPanel({ work, chapters, draw, first = null, onOpened }: ChaptersPanelProps) {
  const replica = useReplica();
  const [chosen, setChosen] = useState<string | null>(first ?? placeToGoOn(work, chapters));
  const [removing, setRemoving] = useState<OwnChapter | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  /** Counted where another version was chosen: the editor begins anew with it. */
  const [round, setRound] = useState(0);
  const place = Math.max(
    0,
    chapters.findIndex(({ id }) => id === chosen),
  );
  const chapter = chapters[place];
  const { part, parts } = kindNames[work.kind];
  const isBook = work.kind === 'book';
  const comments = work.review?.comments.filter(({ chapter_id }) => chapter_id === chapter?.id) ?? [];
  const marks = useMemo(() => marksOf(work, chapters), [work, chapters]);

  function add() {
    const input = addChapterInput(work.id, placeBetween(chapters.at(-1)?.place ?? null, null));
    replica.enqueue(addChapter, input).then(() => open(input.body.id), sayNotKept);
  }

  /** Behind the chapter that comes after it, or before the one that is before it. */
  function move(from: OwnChapter, direction: -1 | 1) {
    const [near, far] = [chapters[place + direction], chapters[place + 2 * direction]];
    if (!near) return;
    const to =
      direction === 1
        ? placeBetween(near.place, far?.place ?? null)
        : placeBetween(far?.place ?? null, near.place);
    open(from.id);
    replica.enqueue(moveChapter, moveChapterInput(from, to)).catch(sayNotKept);
  }

  async function remove() {
    if (removing) await replica.enqueue(removeChapter, removeChapterInput(removing)).catch(sayNotKept);
  }

  // It is another function with each address, and pages of a book are drawn again where theirs is another.
  const tell = useRef(onOpened);
  useEffect(() => {
    tell.current = onOpened;
  }, [onOpened]);
  const open = useCallback((id: string) => {
    setChosen(id);
    tell.current?.(id);
  }, []);

  const choose = useCallback(
    (id: string) => {
      open(id);
      setShowsHistory(false);
    },
    [open],
  );

  const chooseAnother = () => {
    setRound((before) => before + 1);
    setShowsHistory(false);
  };

  return (
    <>
      {isBook && <AddFiles work={work} chapters={chapters} onAdded={choose} />}
      <nav aria-label={parts} className={styles.chapters}>
        {isBook ? (
          <PageStrip pages={chapters} place={place} marks={marks} draw={draw} onChoose={choose} />
        ) : (
          chapters.map((each, number) => (
            <Button
              key={each.id}
              size="md"
              variant={each.id === chapter?.id ? 'filled' : 'default'}
              aria-current={each.id === chapter?.id ? 'true' : undefined}
              aria-label={`Chapter ${number + 1}${each.title === '' ? '' : `: ${each.title}`}${markWords(marks.get(each.id))}`}
              rightSection={<PartMark mark={marks.get(each.id)} />}
              onClick={() => choose(each.id)}
            >
              {number + 1}
            </Button>
          ))
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={chapters.length >= limits.chaptersPerStory}
          // The second click of a double one is no wish for another.
          onClick={({ detail }) => {
            if (detail < 2) add();
          }}
        >
          {isBook ? 'New page' : 'New chapter'}
        </Button>
      </nav>
      {comments.map(({ id, text }) => (
        <Alert
          key={id}
          color="orange"
          title={`${work.review?.by ?? 'Your teacher'} about this ${part}`}
          icon={<IconMessage aria-hidden />}
        >
          <span className={styles.note} dir="auto">
            {text}
          </span>
        </Alert>
      ))}
      {chapter && <OtherVersions chapter={chapter} part={part} draw={draw} onChosen={chooseAnother} />}
      {chapter && (
        <ChapterEditor
          key={`${chapter.id} ${round}`}
          chapter={chapter}
          kind={work.kind}
          number={place + 1}
          draw={draw}
        />
      )}
      {chapter && (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={20} aria-hidden />}
            disabled={place === 0}
            onClick={() => move(chapter, -1)}
          >
            Move earlier
          </Button>
          <Button
            variant="default"
            rightSection={<IconArrowRight size={20} aria-hidden />}
            disabled={place === chapters.length - 1}
            onClick={() => move(chapter, 1)}
          >
            Move later
          </Button>
          <Button
            variant="default"
            leftSection={<IconHistory size={20} aria-hidden />}
            aria-expanded={showsHistory}
            onClick={() => setShowsHistory(!showsHistory)}
          >
            Earlier versions
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={20} aria-hidden />}
            disabled={chapters.length === 1}
            onClick={() => setRemoving(chapter)}
          >
            Take this {part} out
          </Button>
        </Group>
      )}
      {chapter && showsHistory && (
        <ChapterHistory key={chapter.id} chapter={chapter} draw={draw} onChosen={chooseAnother} />
      )}
      <RemovedChapters work={work} draw={draw} />
      <ConfirmDialog
        opened={removing !== null}
        title={`Take this ${part} out?`}
        question={`What is ${isBook ? 'on' : 'in'} it goes with it. You can put it back later.`}
        confirmLabel="Take it out"
        cancelLabel="Keep it"
        danger
        onConfirm={remove}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}
