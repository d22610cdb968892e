import { passwordWords } from './password-words.ts';

const wordsOfPassword = 3;

/**
 * A new password of three different words, such as `sunny-otter-lamp`: one of more than 2^26, and guesses are limited.
 * @param draw a whole number from 0 up to, but not including, the one it is given; by a source that nobody can guess
 */
export function suggestPassword(draw: (below: number) => number): string {
  const left = [...passwordWords];
  const words = Array.from({ length: wordsOfPassword }, () => left.splice(draw(left.length), 1));
  return words.flat().join('-');
}
