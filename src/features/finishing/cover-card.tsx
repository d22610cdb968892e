import { Suspense, type ReactNode } from 'react';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import { documentLimits, type Block, type WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { placeBetween } from '#contract/writing/writing.rules.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { CoverPicture } from './cover-picture.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { useSheet } from '#src/desk/use-sheet.ts';
import {
  addChapter,
  addChapterInput,
  changeStory,
  changeStoryInput,
  saveChapter,
  saveChapterInput,
} from '#src/desk/writing.mutations.ts';

const DrawingPad = lazyWithRetry(async () => (await import('#src/drawing/drawing-pad.tsx')).DrawingPad);

interface CoverCardProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
}

/** Whether one more picture can stand in front of all else. */
function hasRoomInFront(work: OwnWork, chapters: readonly OwnChapter[]): boolean {
  if (work.kind === 'book') return chapters.length < limits.chaptersPerStory;
  const [first] = chapters;
  return first !== undefined && first.document.content.length < documentLimits.blocks;
}

/**
 * The cover is chosen, or drawn. A cover shows a picture of the work, so a drawn one also stands in front in it: on a page of its
 * own, or above the words of the first chapter.
 */
export function CoverCard({ work, chapters, draw }: CoverCardProps) {
  const replica = useReplica();
  const pad = useSheet('cover');

  const change = (cover: string | null) => replica.enqueue(changeStory, changeStoryInput(work.id, { cover }));

  async function putInFront(picture: Block): Promise<void> {
    const [first] = chapters;
    if (work.kind === 'book' || !first) {
      const input = addChapterInput(work.id, placeBetween(null, first?.place ?? null));
      await replica.enqueue(addChapter, input);
      const page = { id: input.body.id, work_id: work.id };
      const document: WorkDocument = { type: 'doc', content: [picture] };
      await replica.enqueue(saveChapter, saveChapterInput(page, { title: '', document, based_on: null }));
      return;
    }
    const { title, document, version } = first;
    const content = [picture, ...document.content];
    const written = { title, document: { ...document, content }, based_on: version };
    await replica.enqueue(saveChapter, saveChapterInput(first, written));
  }

  async function keep(drawing: Promise<BarePicture>): Promise<boolean> {
    try {
      const sha256 = await replica.keepPicture({ workId: work.id, made: 'drawing', ...(await drawing) });
      await putInFront({ type: 'picture', attrs: { sha256, alt: '', width: 'full' } });
      await change(sha256);
      return true;
    } catch (error) {
      sayNotKept(error, 'This drawing');
      return false;
    }
  }

  return (
    <>
      <CoverPicture
        work={work}
        chapters={chapters}
        draw={draw}
        onChoose={(cover) => void change(cover).catch(sayNotKept)}
        onDraw={hasRoomInFront(work, chapters) ? pad.show : null}
      />
      {pad.isOpen && (
        <Suspense fallback={null}>
          <DrawingPad onDone={keep} onClose={() => pad.close()} />
        </Suspense>
      )}
    </>
  );
}
