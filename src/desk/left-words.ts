import * as v from 'valibot';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { saveChapter, saveChapterInput } from './writing.mutations.ts';

type ChapterName = Pick<OwnChapter, 'id' | 'work_id'>;

const Outline = v.looseObject({
  type: v.literal('doc'),
  content: v.array(v.looseObject({ type: v.string() })),
});

/** What is typed into a chapter and not saved, as the device keeps it. */
export const KeptWords = v.object({
  based_on: v.nullable(v.string()),
  /** The version that they are saved as; older apps kept none. */
  version: v.optional(v.string()),
  title: v.string(),
  /** By its outline: what is too long to be saved is kept all the same, until its author made it shorter. */
  document: v.custom<WorkDocument>((value) => v.is(Outline, value)),
});

const Ids = v.array(v.string());
const nameOfWords = (id: string) => `chapter ${id}`;
/** Which chapters of a work have such words: a book may have two hundred, and hardly ever one that has. */
const nameOfList = (workId: string) => `chapters typed in ${workId}`;

async function readIds(localDrafts: OwnDrafts, workId: string): Promise<string[]> {
  const ids = v.safeParse(Ids, (await localDrafts.read(nameOfList(workId)))?.value);
  return ids.success ? ids.output : [];
}

async function writeIds(localDrafts: OwnDrafts, workId: string, ids: readonly string[]): Promise<void> {
  await (ids.length === 0 ? localDrafts.drop(nameOfList(workId)) : localDrafts.keep(nameOfList(workId), ids));
}

/** The words of one chapter that are not saved as yet. */
export class WordsOnDevice {
  readonly #localDrafts: OwnDrafts;
  readonly #chapter: ChapterName;
  #isListed = false;
  #last: Promise<void> = Promise.resolve();

  constructor(localDrafts: OwnDrafts, chapter: ChapterName) {
    this.#localDrafts = localDrafts;
    this.#chapter = chapter;
  }

  async read(): Promise<unknown> {
    return (await this.#localDrafts.read(nameOfWords(this.#chapter.id)))?.value ?? null;
  }

  /** Null: nothing any more. One after the other: what is dropped must not come back by what was under way. */
  keep(kept: unknown): Promise<void> {
    const done = this.#last.then(() => (kept === null ? this.#drop() : this.#write(kept)));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #write(kept: unknown): Promise<void> {
    const { id, work_id } = this.#chapter;
    await this.#localDrafts.keep(nameOfWords(id), kept);
    if (this.#isListed) return;
    const ids = await readIds(this.#localDrafts, work_id);
    if (!ids.includes(id)) await writeIds(this.#localDrafts, work_id, [...ids, id]);
    this.#isListed = true;
  }

  async #drop(): Promise<void> {
    const { id, work_id } = this.#chapter;
    await this.#localDrafts.drop(nameOfWords(id));
    this.#isListed = false;
    const ids = await readIds(this.#localDrafts, work_id);
    const others = ids.filter((each) => each !== id);
    if (others.length < ids.length) await writeIds(this.#localDrafts, work_id, others);
  }
}

/** Whether words are a version of the chapter: a page that was loaded again saved them, and had no time to say so. */
export function isSaved({ version: current, others }: OwnChapter, version: string | undefined): boolean {
  return version !== undefined && [current, ...others.map((other) => other.version)].includes(version);
}

/**
 * Saves what a killed tab left of the chapters of a work, each as if it had been saved then; or it would be missing where
 * the work is looked at and handed in, until somebody opens that chapter. What cannot be saved waits for its author there.
 */
export async function saveLeftWords(
  localDrafts: OwnDrafts,
  workId: string,
  chaptersNow: () => readonly OwnChapter[],
  store: (input: EndpointInput<typeof saveChapter.endpoint>) => Promise<unknown>,
): Promise<void> {
  for (const id of await readIds(localDrafts, workId)) {
    const words = new WordsOnDevice(localDrafts, { id, work_id: workId });
    const kept = v.safeParse(KeptWords, await words.read());
    // Meanwhile the tab in which they were typed may have saved them.
    const chapter = chaptersNow().find((each) => each.id === id);
    if (!chapter || !kept.success) continue;
    if (!isSaved(chapter, kept.output.version)) {
      const input = saveChapterInput(chapter, kept.output, kept.output.version);
      if (!v.is(saveChapter.endpoint.body, input.body)) continue;
      await store(input);
    }
    await words.keep(null);
  }
}
