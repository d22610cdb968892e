import type { Day } from '../kit/day.ts';
import type { WorkState } from '../works/works.schema.ts';
import type { EntryState, HelpNeed } from './assignments.schema.ts';

/**
 * The id of the row that says that a page is set for a class: two tablets without a network make the same one. The bits of both ids, each
 * with each, so that no two pairs have the same, and it is a UUID of the eighth version.
 */
export function assignmentId(classId: string, pageId: string): string {
  const other = pageId.toLowerCase();
  const mixed = [...classId.toLowerCase()].map((sign, place) =>
    sign === '-' ? sign : (parseInt(sign, 16) ^ parseInt(other[place] ?? '0', 16)).toString(16),
  );
  mixed[14] = '8';
  mixed[19] = (8 | (parseInt(mixed[19] ?? '0', 16) & 3)).toString(16);
  return mixed.join('');
}

/** Why somebody may need help with a course; null where they do not. The last day itself is not late. */
export function helpNeeded({
  done,
  all,
  hasBegun,
  due,
  today,
}: {
  done: number;
  all: number;
  hasBegun: boolean;
  due: Day | null;
  today: Day;
}): HelpNeed | null {
  if (done >= all) return null;
  if (due !== null && due < today) return 'behind';
  return hasBegun ? null : 'not_begun';
}

const entryStates: Readonly<Record<WorkState, EntryState | null>> = {
  draft: 'begun',
  returned: 'given_back',
  submitted: 'handed_in',
  approved: 'approved',
  published: 'approved',
  withdrawn: 'approved',
  archived: null,
};

const entryOrder: readonly EntryState[] = ['begun', 'given_back', 'handed_in', 'approved'];

/** How far somebody is with a challenge, by the states of all works that they began for it; null: none. */
export function entryOf(states: readonly WorkState[]): EntryState | null {
  const reached = new Set(states.map((state) => entryStates[state]));
  return entryOrder.findLast((entry) => reached.has(entry)) ?? null;
}

/** Whether there is nothing more to do for the child. */
export const isHandedIn = (entry: EntryState | null) => entry === 'handed_in' || entry === 'approved';
