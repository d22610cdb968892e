import { sql, type RawBuilder } from 'kysely';
import { foldForSearch } from '#contract/kit/fold.ts';

/** Three letters or digits that trigrams know in any locale. */
const hasTrigram = /[a-z0-9]{3}/u;

const lengthOf = (word: string) => [...word].length;

/** The longest word that an index finds anywhere in a name, or the longest of all. */
function firstWord(words: readonly string[]): string | undefined {
  const byLength = words.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return byLength.find((word) => hasTrigram.test(word)) ?? byLength[0];
}

/** Anywhere in the text where trigrams know the word, otherwise the beginning of one of its words: each by its index. */
function finds(word: string, text: RawBuilder<string>): RawBuilder<boolean> {
  if (hasTrigram.test(word)) {
    const pattern = `%${word.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    return sql`${text} like ${pattern}`;
  }
  const lexeme = word.replaceAll('\\', String.raw`\\`).replaceAll("'", "''");
  return sql`listed_words(${text}) @@ ${`'${lexeme}':*`}::tsquery`;
}

/** The conditions of a search by words: the first finds, the others filter. None for no words. */
export function foundByWords(search: string, text: RawBuilder<string>): RawBuilder<boolean>[] {
  const words = foldForSearch(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const first = firstWord(words);
  if (first === undefined) return [];
  const others = words.filter((word) => word !== first);
  return [finds(first, text), ...others.map((word) => sql<boolean>`position(${word} in ${text}) > 0`)];
}

/** As words, a whole e-mail address or `@domain`; the last two are equal or not. Of rows called `person`. */
export function foundPeople(search: string): RawBuilder<boolean>[] {
  const typed = search.trim().toLowerCase();
  if (/^@\S+$/u.test(typed)) return [sql`split_part(person.listed_email, '@', 2) = ${typed.slice(1)}`];
  if (/^\S+@\S+$/u.test(typed)) return [sql`person.listed_email = ${typed}`];
  return foundByWords(search, sql`person.listed_search`);
}
