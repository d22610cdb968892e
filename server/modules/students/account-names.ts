import { randomInt } from 'node:crypto';
import { foldForSearch } from '#contract/kit/fold.ts';
import { animals } from '#contract/students/simple-words.ts';

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
 * @param attempt how often the one suggested was taken: thousands in one school may share a first name
 */
export function suggestUsername(person: { first_name: string; last_name: string }, attempt = 0): string {
  const surnames = surnameWords(person.last_name);
  // Surnames are animals and colours too: Ada Fox is no `ada-fox-42`.
  const free = (word: string) => !surnames.some((surname) => word.includes(surname));
  const first = asciiLetters(person.first_name);
  const animal = pick(animals.filter(free));
  const digits = attempt < triesWithTwoDigits ? twoDigits() : String(randomInt(100, 1000));
  const start =
    first.length >= 2 && free(first)
      ? first.slice(0, usernameLength - animal.length - digits.length - '--'.length)
      : pick(colors.filter(free));
  return `${start}-${animal}-${digits}`;
}

/** The words of a surname that would give it away; one of two letters is found in half of all names. */
function surnameWords(lastName: string): string[] {
  return [
    asciiLetters(lastName),
    ...foldForSearch(lastName)
      .split(/[\s'-]+/u)
      .map(asciiLetters),
  ].filter((word) => word.length > 2);
}

function asciiLetters(name: string): string {
  const plain = foldForSearch(name);
  // A name that is only partly Latin would leave a torn syllable; it gets a colour instead.
  return /^[a-z'’ -]+$/u.test(plain) ? plain.replaceAll(/[^a-z]/gu, '') : '';
}
