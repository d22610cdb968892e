import { foldForSearch } from '#contract/kit/fold.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';

/** A class fits on one page; what is larger than any class is turned. */
export const facesPerPage = 40;
/** So many faces are found faster by a letter. */
const lettersFrom = 24;

interface LetterPlace {
  letter: string;
  /** Of the first face with it, from 0. */
  place: number;
}

/** The letters by which a large class is looked through; none where it is small. */
export function lettersOf(tiles: readonly Pick<PupilTile, 'first_name'>[]): LetterPlace[] {
  if (tiles.length < lettersFrom) return [];
  const places = new Map<string, number>();
  for (const [place, { first_name }] of tiles.entries()) {
    const [letter] = foldForSearch(first_name).toUpperCase();
    if (letter !== undefined && !places.has(letter)) places.set(letter, place);
  }
  return [...places].map(([letter, place]) => ({ letter, place }));
}

/** The class that this tablet opens at: that of last time, or the only one; null where a child has to say. */
export function firstClass<Each extends { code: string }>(
  classes: readonly Each[],
  lastCode: string | null,
): Each | null {
  const last = classes.find(({ code }) => code === lastCode);
  return last ?? (classes.length === 1 ? (classes[0] ?? null) : null);
}
