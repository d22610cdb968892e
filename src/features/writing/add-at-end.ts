import { placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { Replica } from '#src/sync/replica.ts';
import { addChapter, addChapterInput } from '#src/desk/writing.mutations.ts';

/** Adds an empty chapter or page behind the last one. @returns its id */
export async function addAtEnd(
  replica: Pick<Replica, 'enqueue'>,
  work: OwnWork,
  chapters: readonly OwnChapter[],
): Promise<string> {
  const input = addChapterInput(work.id, placeBetween(chapters.at(-1)?.place ?? null, null));
  await replica.enqueue(addChapter, input);
  return input.body.id;
}
