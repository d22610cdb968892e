import { finishedStep, isDone } from './learning.rules.ts';
import type { LearningRow } from './learning-rows.schema.ts';

/** What somebody can do for a goal, in the order of the passport. */
export const stamps = ['read', 'learned', 'made', 'acted'] as const;
export type Stamp = (typeof stamps)[number];

/** The block of a goal's page in which it is ticked what somebody did for it. */
export const actionsBlock = 'i-can';

export interface PassportPage {
  /** Of the goal, from 1. */
  goal: number;
  stamps: readonly Stamp[];
}

interface Seen {
  /** Works of one's own. */
  works: readonly { sdgs: readonly number[]; state: string }[];
  /** What was done of pages, and what the pages are about. */
  learning: {
    rows: readonly LearningRow[];
    pages: readonly { id: string; kind: string; number?: number | undefined; goals: readonly number[] }[];
  };
  /** Works that were read; `isFinished` once the last page was reached. */
  reading: readonly { sdgs: readonly number[]; isFinished: boolean }[];
}

/**
 * The seventeen pages of a passport. Read: a work about the goal, to its end. Learned: the page of the goal or a lesson about it, finished.
 * Made: a work about it that was handed in once. Acted: something on the goal's page that one can do. Each counts once, so nobody has more
 * than somebody else.
 */
export function passportOf({ works, learning, reading }: Seen): PassportPage[] {
  const rows = new Map(learning.rows.map((row) => [row.id, row]));
  const made = works.filter(({ state }) => state !== 'draft' && state !== 'archived');
  const read = reading.filter(({ isFinished }) => isFinished);
  const learned = learning.pages.filter(({ id }) => isDone(rows.get(id), finishedStep));
  const acted = learning.pages.filter(({ kind, id }) => kind === 'goal' && hasActed(rows.get(id)));
  return Array.from({ length: 17 }, (_, place) => {
    const goal = place + 1;
    const has: Readonly<Record<Stamp, boolean>> = {
      read: read.some(({ sdgs }) => sdgs.includes(goal)),
      learned: learned.some(({ number, goals }) => number === goal || goals.includes(goal)),
      made: made.some(({ sdgs }) => sdgs.includes(goal)),
      acted: acted.some(({ number }) => number === goal),
    };
    return { goal, stamps: stamps.filter((stamp) => has[stamp]) };
  });
}

const hasActed = (row: LearningRow | undefined): boolean =>
  row?.steps.some(({ id, done_at }) => done_at !== null && id.startsWith(`${actionsBlock}.`)) ?? false;
