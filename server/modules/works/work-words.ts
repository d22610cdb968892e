import { sql, type RawBuilder } from 'kysely';
import { foldForSearch, unspacedRuns } from '#contract/kit/fold.ts';

/** Characters of a work's text that it is found by. */
const searchedCharacters = 200_000;

/** A Han character, or several of another script. */
const stretch = /\p{sc=Han}|\P{sc=Han}+/gu;

/** Each two characters that follow each other; the last one, or the only one, alone. */
function pairsOf(text: string): { pairs: string[]; last: string } {
  const signs = [...text];
  return {
    pairs: signs.slice(1).map((sign, place) => `${signs[place]}${sign}`),
    last: signs.at(-1) ?? '',
  };
}

/**
 * By what the index finds stretches without blanks: Han characters one by one, other scripts in pairs. Both are few enough for a
 * tsvector, however long the text is.
 */
function indexedGrams(runs: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const part of runs.flatMap((run) => run.match(stretch) ?? [])) {
    const { pairs, last } = pairsOf(part);
    for (const pair of pairs) grams.add(pair);
    grams.add(last);
  }
  return [...grams];
}

/** What the grams of a wanted stretch are, as the text of a tsquery. A single character may be the beginning of a pair. */
function wantedGrams(runs: readonly string[]): string[] {
  return runs
    .flatMap((run) => run.match(stretch) ?? [])
    .flatMap((part) => {
      const { pairs, last } = pairsOf(part);
      return pairs.length === 0 ? [`'${last}':*`] : pairs.map((pair) => `'${pair}'`);
    });
}

/** The rest of a folded text: words that a parser finds. */
function withoutRuns(folded: string, runs: readonly string[]): string {
  let rest = '';
  let at = 0;
  for (const run of runs) {
    const found = folded.indexOf(run, at);
    rest += `${folded.slice(at, found)} `;
    at = found + run.length;
  }
  return rest + folded.slice(at);
}

/** What a work is found by, as the columns of `work_texts`. */
export function indexedText({ named, blurb, body }: { named: string; blurb: string; body: string }): {
  words: RawBuilder<string>;
  unspaced: string;
} {
  const parts = [named, blurb, body.slice(0, searchedCharacters)].map((text) => {
    const folded = foldForSearch(text.toWellFormed());
    const runs = unspacedRuns(folded);
    return { runs, rest: withoutRuns(folded, runs) };
  });
  const runs = parts.flatMap((part) => part.runs);
  const [first, second, third] = parts.map(({ rest }) => rest);
  return {
    words: sql<string>`(
      setweight(to_tsvector('simple', ${first ?? ''}), 'A')
        || setweight(to_tsvector('simple', ${second ?? ''}), 'B')
        || setweight(to_tsvector('simple', ${third ?? ''}), 'C')
        || array_to_tsvector(${indexedGrams(runs)}::text[])
    )`,
    unspaced: runs.join(' '),
  };
}

/** Whether the text of a work, as `work_texts` has it, holds each of the words, folded. Each may be the beginning of a longer one. */
export function textHolds(
  words: readonly string[],
  text: { words: RawBuilder<unknown>; unspaced: RawBuilder<unknown> },
) {
  const runs = words.flatMap(unspacedRuns);
  const spaced = words
    .flatMap((word) => withoutRuns(word, unspacedRuns(word)).split(' '))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const conditions: RawBuilder<boolean>[] = [];
  if (spaced.length > 0) {
    const query = spaced.map((word) => `${word}:*`).join(' & ');
    conditions.push(sql`${text.words} @@ to_tsquery('simple', ${query})`);
  }
  if (runs.length > 0) {
    conditions.push(sql`${text.words} @@ ${wantedGrams(runs).join(' & ')}::tsquery`);
    conditions.push(...runs.map((run) => sql<boolean>`position(${run} in ${text.unspaced}) > 0`));
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
