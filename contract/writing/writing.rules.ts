import type { WorkState } from '../works/works.schema.ts';

/** Whether its author may change it: neither with the teacher nor on the shelf. */
export function isOpen(state: WorkState): boolean {
  return state === 'draft' || state === 'returned' || state === 'withdrawn';
}

/**
 * Where a saved version goes: in the place of the one that it was based on, which may itself stand beside the chapter's
 * (`others`); or beside, where its writer did not know what stands there. What nobody saw is never replaced.
 */
export function placeOfVersion(
  basedOn: string | null,
  current: string | null,
  others: readonly string[],
): 'current' | 'instead_of_other' | 'beside' {
  if (basedOn === current) return 'current';
  return basedOn !== null && others.includes(basedOn) ? 'instead_of_other' : 'beside';
}

/** A place after one and before the other; null is where there is none. */
export function placeBetween(before: number | null, after: number | null): number {
  if (before === null) return after === null ? 0 : after - 1;
  return after === null ? before + 1 : (before + after) / 2;
}
