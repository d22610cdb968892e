import { useCallback, useState } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isEmpty } from '#contract/works/document.rules.ts';
import { placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { BookPages } from '#src/desk/desk-parts.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { usePageTurning } from '#src/desk/use-page-turning.ts';
import {
  addChapter,
  addChapterInput,
  changeStory,
  changeStoryInput,
  saveChapter,
  saveChapterInput,
} from '#src/desk/writing.mutations.ts';

interface BookPagesOptions {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Of the page that is open, from 0. */
  place: number;
  hasRoom: boolean;
  onOpen: (id: string, isToWrite: boolean) => void;
}

/** What leads from one page of a book to another, and what a page does to its book. */
export function useBookPages({ work, chapters, place, hasRoom, onOpen }: BookPagesOptions) {
  const replica = useReplica();
  const [here, next] = [chapters[place], chapters[place + 1]];
  const [shown, setShown] = useState(place);
  const [turned, setTurned] = useState<'on' | 'back' | undefined>(undefined);
  if (shown !== place) {
    setShown(place);
    setTurned(place > shown ? 'on' : 'back');
  }

  const turn = useCallback(
    (by: number, isTyped: boolean) => {
      const to = chapters[place + by];
      if (to) onOpen(to.id, isTyped);
    },
    [chapters, place, onOpen],
  );
  const turning = usePageTurning({ fromRight: directionOfWork(work) === 'rtl', turn });

  /** Right behind the page that is open. */
  async function makeNext(document: WorkDocument | null): Promise<void> {
    const input = addChapterInput(work.id, placeBetween(here?.place ?? null, next?.place ?? null));
    const page = { id: input.body.id, work_id: work.id };
    try {
      await replica.enqueue(addChapter, input);
      if (document)
        await replica.enqueue(saveChapter, saveChapterInput(page, { title: '', document, based_on: null }));
      onOpen(page.id, document === null);
    } catch (error) {
      sayNotKept(error);
    }
  }

  const isNextEmpty = next !== undefined && isEmpty(next.document);
  const goOn = isNextEmpty ? () => onOpen(next.id, true) : hasRoom ? () => void makeNext(null) : null;
  const pages: BookPages = {
    onNew: hasRoom ? (document) => void makeNext(document) : null,
    onGoOn: goOn,
    onTurned: async (from, to) => {
      if (work.cover === from) await replica.enqueue(changeStory, changeStoryInput(work.id, { cover: to }));
    },
  };
  return { pages, turning, turned };
}
