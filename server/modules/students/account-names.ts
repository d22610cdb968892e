import { randomInt } from 'node:crypto';
import { asciiLetters, kindAnimals, leavesOut } from '#contract/students/default-animals.ts';

const colors = 'amber blue coral gold green lilac mint olive pink plum red rose ruby sand teal violet'.split(
  ' ',
);

const usernameLength = 20;

function pick(words: readonly string[]): string {
  const word = words[randomInt(words.length)];
  if (word === undefined) throw new Error('There are no words to pick from');
  return word;
}

function twoDigits(): string {
  return String(randomInt(10, 100));
}

/** Tries after which a name is taken to be a common one in its school, and gets a digit more. */
const triesWithTwoDigits = 5;

/**
 * A new username: the first name where it is written in Latin letters, else a colour; an animal; two digits, such as
 * `zoe-otter-42`. ASCII and at most 20 characters, so that a card's code stays small, and free of the surname.
 * @param person `animal`: the child's own, which the username has too where it is kind and not the surname
 * @param attempt how often the one suggested was taken: thousands in one school may share a first name
 */
export function suggestUsername(
  person: { first_name: string; last_name: string; animal: string },
  attempt = 0,
): string {
  const isFree = leavesOut(person.last_name);
  const first = asciiLetters(person.first_name);
  const animals = kindAnimals.filter(isFree);
  const animal = animals.includes(person.animal) ? person.animal : pick(animals);
  const digits = attempt < triesWithTwoDigits ? twoDigits() : String(randomInt(100, 1000));
  const room = usernameLength - animal.length - digits.length - '--'.length;
  const start =
    first.length >= 2 && isFree(first)
      ? first.slice(0, room)
      : pick(colors.filter((color) => color.length <= room && isFree(color)));
  return `${start}-${animal}-${digits}`;
}
