import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { fullName, type TypedName } from '#contract/students/students.rules.ts';

/** The base of a bulk call has each student's preference or class as the device showed it, by id. */
export function seenById(seen: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof seen === 'object' && seen !== null ? Object.entries(seen) : []);
}

/** Filters as an address says them. */
export function asTexts(filters: Readonly<Record<string, string | boolean | undefined>>) {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value?.toString()]));
}

/** Whom it is about, by name as long as they are few. */
function inWords(some: readonly TypedName[], all: number): string {
  return some.length <= 3 ? some.map(fullName).join(', ') : `${some.length} of these ${all} students`;
}

export function changedElsewhereInWords(undone: readonly TypedName[], all: number): string {
  return `Somebody else changed the privacy preference of ${inWords(undone, all)} in the meantime, so nothing was changed.`;
}

export function movedElsewhereInWords(moved: readonly TypedName[], all: number): string {
  return `Somebody else moved ${inWords(moved, all)} in the meantime, so nobody was moved.`;
}

export function refuseRepeatedIds(drafts: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const [place, { id }] of drafts.entries()) {
    if (seen.has(id)) {
      throw new Problem(requestProblems.invalid, {
        errors: { [`students.${place}.id`]: ['This id stands here twice'] },
      });
    }
    seen.add(id);
  }
}
