import type { LearningRow } from './learning-rows.schema.ts';

type Step = LearningRow['steps'][number];

/** The step of a page that says that all of it was done. Who finished has finished, whatever a later version adds. */
export const finishedStep = 'finished';

/** The id of a step, of an item or of a question in its page. */
export const stepIn = (block: { id: string }, step: { id: string }) => `${block.id}.${step.id}`;

const sameAnswer = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === other ||
  (one !== null && one.length === other?.length && one.every((part, place) => part === other[place]));

/**
 * The steps of a page after one of them was done or tried, by id; the very same list where nothing changes. What was done stays done since
 * its first moment, and the last answer stands.
 */
export function withStep(
  steps: readonly Step[],
  { id, done, answer }: { id: string; done: boolean; answer?: readonly string[] | undefined },
  at: string,
): readonly Step[] {
  const before = steps.find((step) => step.id === id);
  const next: Step = {
    id,
    done_at: before?.done_at ?? (done ? at : null),
    answer: answer === undefined ? (before?.answer ?? null) : [...answer],
  };
  if (before && before.done_at === next.done_at && sameAnswer(before.answer, next.answer)) return steps;
  return [...steps.filter((step) => step.id !== id), next].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}

export const isDone = (row: Pick<LearningRow, 'steps'> | undefined, step: string): boolean =>
  row?.steps.some(({ id, done_at }) => id === step && done_at !== null) ?? false;

const isFinished = (row: Pick<LearningRow, 'steps'> | undefined): boolean => isDone(row, finishedStep);

/** How far somebody is in a course, by its lessons in their order. */
export function courseProgress(
  lessons: readonly { id: string }[],
  rows: readonly LearningRow[],
): { done: number; all: number; next: string | null; hasBegun: boolean } {
  const byPage = new Map(rows.map((row) => [row.id, row]));
  const open = lessons.filter(({ id }) => !isFinished(byPage.get(id)));
  return {
    done: lessons.length - open.length,
    all: lessons.length,
    next: open[0]?.id ?? null,
    hasBegun: lessons.some(({ id }) => byPage.has(id)),
  };
}
