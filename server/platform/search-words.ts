import { sql, type RawBuilder } from 'kysely';

/** Whether each of the words is somewhere in a text, as the beginning or in the middle of one of its own; true for no words. */
export function hasWords(words: readonly string[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (
    select from unnest(${[...words]}::text[]) as word where position(word in ${text}) = 0)`;
}
