import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isEmpty } from '#contract/works/document.rules.ts';
import { placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { FilePage, FileRefusal } from './file-pages.ts';
import { UnusableFileError } from '#src/desk/unusable-file.ts';
import {
  addChapter,
  addChapterInput,
  changeStory,
  changeStoryInput,
  saveChapter,
  saveChapterInput,
} from '#src/desk/writing.mutations.ts';

interface Book {
  work: OwnWork;
  /** Its pages in their order. */
  chapters: readonly OwnChapter[];
}

/** How far pages have come into a book. */
export interface Adding {
  /** Of the pages that are to come those that were tried. */
  tried: number;
  added: number;
  refused: readonly FileRefusal[];
  /** The first page that came in; null while there is none. */
  first: string | null;
}

function documentWith(sha256: string, alt: string): WorkDocument {
  return { type: 'doc', content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }] };
}

/** The page with which every book begins, while nothing is on it. */
export function emptyFirstPage(chapters: readonly OwnChapter[]): OwnChapter | null {
  const [only, ...others] = chapters;
  return only && others.length === 0 && isEmpty(only.document) && only.others.length === 0 ? only : null;
}

/**
 * Puts pictures behind the last page of a book, each on a page of its own. One after the other: each is on this device and
 * waits for the school before the next one is made, so whatever happens in the middle, what came before it is there.
 * @param onProgress hears of each; what it heard last is true when this throws, too
 * @throws DeviceFullError, and the reason of `signal` once that is aborted
 */
export async function addPages(
  pages: readonly FilePage[],
  { work, chapters }: Book,
  options: {
    replica: Pick<Replica, 'enqueue' | 'keepPicture'>;
    signal: AbortSignal;
    onProgress: (adding: Adding) => void;
  },
): Promise<Adding> {
  const { replica, signal, onProgress } = options;
  const empty = emptyFirstPage(chapters);
  let last = chapters.at(-1)?.place ?? null;
  const refused: FileRefusal[] = [];
  let [tried, added] = [0, 0];
  let first: string | null = null;
  const soFar = (): Adding => ({ tried, added, refused: [...refused], first });
  /** Files that took too long once would do so at each of their pages. */
  const givenUp = new Set<string>();

  const putIn = async ({ make }: FilePage) => {
    const { picture, alt } = await make();
    signal.throwIfAborted();
    const sha256 = await replica.keepPicture({ workId: work.id, ...picture });
    let page: Pick<OwnChapter, 'id' | 'work_id' | 'version'>;
    if (empty && added === 0) page = empty;
    else {
      last = placeBetween(last, null);
      const input = addChapterInput(work.id, last);
      await replica.enqueue(addChapter, input);
      page = { id: input.body.id, work_id: work.id, version: null };
    }
    const written = { title: '', document: documentWith(sha256, alt), based_on: page.version };
    await replica.enqueue(saveChapter, saveChapterInput(page, written));
    // What came as a whole book comes with its cover in front.
    if (empty && added === 0 && work.cover === null)
      await replica.enqueue(changeStory, changeStoryInput(work.id, { cover: sha256 }));
    return page.id;
  };

  for (const page of pages) {
    signal.throwIfAborted();
    if (!givenUp.has(page.name)) {
      try {
        const id = await putIn(page);
        added += 1;
        first ??= id;
      } catch (error) {
        if (!(error instanceof UnusableFileError)) throw error;
        if (error.trouble === 'too_slow') givenUp.add(page.name);
        refused.push({ name: placeIn(page), error });
      }
    }
    tried += 1;
    onProgress(soFar());
  }
  return soFar();
}

/** As somebody is told which page it was. */
function placeIn({ name, number }: FilePage): string {
  return number === null ? name : `${name}, page ${number}`;
}
