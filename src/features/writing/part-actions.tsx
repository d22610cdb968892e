import { Button, Stack } from '@mantine/core';
import {
  IconArchive,
  IconArrowLeft,
  IconArrowRight,
  IconDownload,
  IconFileUpload,
  IconHistory,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { isEmpty } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { ChapterHistory } from './chapter-versions.tsx';
import type { MoreRow, MoreRows } from '#src/desk/desk-parts.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { RemovedList, takenOut } from './removed-chapters.tsx';
import { Sheet } from '#src/desk/sheet.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { useSheet } from '#src/desk/use-sheet.ts';
import { useHasRemoved } from './use-has-removed.ts';
import {
  discardStory,
  moveChapter,
  moveChapterInput,
  removeChapter,
  removeChapterInput,
  storyInput,
} from '#src/desk/writing.mutations.ts';

interface PartActionsProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Of the one that is open, from 0. */
  place: number;
  draw: (document: WorkDocument) => ReactNode;
  exporting?: (work: OwnWork, chapters: readonly OwnChapter[]) => ReactNode;
  /** Makes one more; null where there is no room. */
  onNew: (() => void) | null;
  onOpen: (id: string) => void;
  /** Shows how pictures and PDFs become pages. */
  onFiles: () => void;
  /** The editor is to begin anew with what stands there now. */
  onChosen: () => void;
  onGone: () => void;
}

/** What is done to a chapter or a page, and to the whole: lines of More, and what opens behind them. */
export function usePartActions(props: PartActionsProps) {
  const { work, chapters, place, draw, exporting, onNew, onOpen, onFiles, onChosen, onGone } = props;
  const replica = useReplica();
  const [removing, setRemoving] = useState<OwnChapter | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const [move, earlier, removed, file] = [
    useSheet('move'),
    useSheet('earlier'),
    useSheet('removed'),
    useSheet('file'),
  ];
  /** Just now, of which the school may not have heard; `empty` where nothing was seen to stand in it. */
  const [takenOutHere, setTakenOutHere] = useState<'empty' | 'written' | null>(null);
  const hasRemoved = useHasRemoved(work, { hasTakenOut: takenOutHere !== null });
  const chapter = chapters[place];
  const hasVersions = chapter !== undefined && (chapter.version !== null || chapter.others.length > 0);
  const { one, part } = kindNames[work.kind];
  const isBook = work.kind === 'book';

  /** Behind the chapter that comes after it, or before the one that is before it. */
  function moveBy(from: OwnChapter, direction: -1 | 1) {
    const [near, far] = [chapters[place + direction], chapters[place + 2 * direction]];
    if (!near) return;
    const to =
      direction === 1
        ? placeBetween(near.place, far?.place ?? null)
        : placeBetween(far?.place ?? null, near.place);
    onOpen(from.id);
    replica.enqueue(moveChapter, moveChapterInput(from, to)).catch(sayNotKept);
  }

  async function takeOut() {
    if (!removing) return;
    try {
      await replica.enqueue(removeChapter, removeChapterInput(removing));
      setTakenOutHere((before) =>
        before === 'written' || !isEmpty(removing.document) ? 'written' : 'empty',
      );
    } catch (error) {
      sayNotKept(error);
    }
  }

  async function discard() {
    try {
      await replica.enqueue(discardStory, storyInput(work.id));
    } catch (error) {
      sayNotKept(error);
      return;
    }
    onGone();
  }

  const sheetRow = (label: string, icon: MoreRow['icon'], run: () => void): MoreRow => ({
    label,
    icon,
    run,
    opensSheet: true,
  });
  const rows: MoreRows = (name) => {
    const isAlone = chapters.length < 2;
    return [
      ...(onNew ? [{ label: isBook ? 'New page' : 'New chapter', icon: IconPlus, run: onNew }] : []),
      ...(name ? [name] : []),
      ...(isAlone ? [] : [sheetRow(`Move this ${part}`, IconArrowRight, move.show)]),
      ...(hasVersions ? [sheetRow('Earlier versions', IconHistory, earlier.show)] : []),
      ...(isAlone || !chapter
        ? []
        : [{ label: `Take this ${part} out`, icon: IconTrash, run: () => setRemoving(chapter) }]),
      ...(hasRemoved || takenOutHere === 'written'
        ? [sheetRow(takenOut[work.kind], IconTrash, removed.show)]
        : []),
      ...(isBook ? [{ label: 'Pictures or a PDF', icon: IconFileUpload, run: onFiles }] : []),
      ...(exporting ? [sheetRow('Save as a file', IconDownload, file.show)] : []),
      { label: `Put this ${one} away`, icon: IconArchive, run: () => setDiscarding(true) },
    ];
  };

  const moveButton = (label: string, direction: -1 | 1, Icon: typeof IconArrowLeft) =>
    chapter &&
    chapters[place + direction] && (
      <Button
        size="lg"
        variant="default"
        leftSection={<Icon size={24} aria-hidden />}
        onClick={() => move.close(() => moveBy(chapter, direction))}
      >
        {label}
      </Button>
    );

  const dialogs = (
    <>
      <Sheet opened={move.isOpen} onClose={() => move.close()} title={`Move this ${part}`}>
        <Stack gap="sm">
          {moveButton('Move earlier', -1, IconArrowLeft)}
          {moveButton('Move later', 1, IconArrowRight)}
        </Stack>
      </Sheet>
      <Sheet opened={earlier.isOpen} onClose={() => earlier.close()} title="Earlier versions">
        {chapter && (
          <ChapterHistory
            key={chapter.id}
            chapter={chapter}
            draw={draw}
            onChosen={() => earlier.close(onChosen)}
          />
        )}
      </Sheet>
      <Sheet opened={removed.isOpen} onClose={() => removed.close()} title={takenOut[work.kind]}>
        <RemovedList work={work} draw={draw} />
      </Sheet>
      <Sheet opened={file.isOpen} onClose={() => file.close()} title="Save as a file">
        {exporting?.(work, chapters)}
      </Sheet>
      <ConfirmDialog
        opened={removing !== null}
        title={`Take this ${part} out?`}
        question={`What is ${isBook ? 'on' : 'in'} it goes with it. You can put it back later.`}
        confirmLabel="Take it out"
        cancelLabel="Keep it"
        danger
        onConfirm={takeOut}
        onClose={() => setRemoving(null)}
      />
      <ConfirmDialog
        opened={isDiscarding}
        title={`Put this ${one} away?`}
        question="It is not on your page any more then."
        confirmLabel="Put it away"
        cancelLabel="Keep it"
        danger
        onConfirm={discard}
        onClose={() => setDiscarding(false)}
      />
    </>
  );
  return { rows, dialogs };
}
