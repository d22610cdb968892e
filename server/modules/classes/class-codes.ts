import { randomInt } from 'node:crypto';

/**
 * Capital letters and digits that a child does not take for each other, and no vowels, so that no code is a word. Eight of
 * them are 78,000 million codes.
 */
const characters = 'BCDFGHJKMNPQRTVWXY23479';
const length = 8;

/** A new class code, such as `MKPXT247`. */
export function suggestClassCode(): string {
  return Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('');
}
