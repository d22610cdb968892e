import { apiPrefix } from '../kit/http.ts';
import { foldForComparing, wordsIn } from '../kit/fold.ts';
import { visibilities, type Level, type Visibility, type WorkKind } from './works.schema.ts';

/** Where a picture of a work is fetched. What is public needs no token; for the rest the caller is asked who they are. */
export function assetPath(sha256: string): string {
  return `${apiPrefix}/assets/${sha256}/`;
}

/** The hash in such an address; empty where none is. */
export function hashInAssetPath(path: string): string {
  return /[0-9a-f]{64}/u.exec(path)?.[0] ?? '';
}

/** How a work is called, also one that nobody has named yet. */
export function titleOf({ title, kind }: { title: string; kind: WorkKind }): string {
  if (title !== '') return title;
  return kind === 'message' ? 'A message to the world' : `A ${kind} without a title`;
}

/** The least of what several people wish. */
export function leastAudience(...wishes: readonly Visibility[]): Visibility {
  const least = Math.min(...wishes.map((wish) => visibilities.indexOf(wish)));
  return visibilities[least] ?? 'private';
}

/** Bytes that an address is given at most. */
const slugBytes = 160;

/**
 * What stands for a title in an address: small letters of any script with their vowel signs, and numbers, with hyphens between words. Not unique: who
 * stores it adds a number where it is taken.
 */
export function slugOf(title: string, otherwise: string): string {
  const words = wordsIn(foldForComparing(title).replaceAll("'", ''));
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (encodeURIComponent(longer).length > slugBytes) break;
    slug = longer;
  }
  // An id would be looked for, and not a slug.
  const isLikeAnId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(slug);
  return slug === '' || isLikeAnId ? otherwise : slug;
}

/** Words for a level, and the ages that it suits, in years. */
export const levelWords: Readonly<Record<Level, { label: string; ages: string }>> = {
  first: { label: 'First words', ages: '4 to 6' },
  early: { label: 'Early reader', ages: '6 to 7' },
  growing: { label: 'Growing reader', ages: '7 to 9' },
  confident: { label: 'Confident reader', ages: '9 and up' },
};

/** The slug itself where nobody has it, else the first number after it that is free. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug;
  let number = 2;
  while (taken.includes(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
