/** Words that a seven-year-old can read, without look-alikes, none of them unkind next to a name. */
export const animals =
  'ant bat bear bee bird cat crab crow deer dog dove duck eel elk fish fox frog goat hare hawk hen horse kiwi koala lamb lark lion llama mole moth mouse newt orca otter owl panda parrot pony puma rabbit robin seal shark sheep snail swan tiger toad turtle whale wolf wren yak zebra'.split(
    ' ',
  );
const adjectives =
  'amber brave bright calm clever cosy fair fast gentle gold green happy jolly kind light lively lucky merry mint neat pink proud quick quiet red rosy shiny silver smart snowy soft sunny sweet swift tiny warm wise witty yellow young'.split(
    ' ',
  );

/**
 * A new password of simple words, such as `sunny-otter-42`: about 190,000 of them, and guesses are limited.
 * @param draw a whole number from 0 up to, but not including, the one it is given; by a source that nobody can guess
 */
export function suggestPassword(draw: (below: number) => number): string {
  const pick = (words: readonly string[]) => words[draw(words.length)] ?? '';
  return `${pick(adjectives)}-${pick(animals)}-${10 + draw(90)}`;
}
