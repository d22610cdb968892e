import { passwordWords } from './password-words.ts';

/** Words that a seven-year-old can read, without look-alikes, none of them unkind next to a name. */
export const animals =
  'ant bat bear bee bird cat crab crow deer dog dove duck eel elk fish fox frog goat hare hawk hen horse kiwi koala lamb lark lion llama mole moth mouse newt orca otter owl panda parrot pony puma rabbit robin seal shark sheep snail swan tiger toad turtle whale wolf wren yak zebra'.split(
    ' ',
  );

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
