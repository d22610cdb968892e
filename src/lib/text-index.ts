import { foldForSearch } from '#contract/kit/fold.ts';

/**
 * Rows that can be searched with every key press: the texts of all of them are folded once (case and accents) and stand in
 * one string, in which the browser's own search is faster than any structure of ours. 10,000 names take well under a
 * millisecond to search and some tens to fold.
 */
export class TextIndex<Row> {
  readonly #rows: readonly Row[];
  readonly #text: string;
  /** Where the text of each row begins in the whole. */
  readonly #starts: readonly number[];

  constructor(rows: readonly Row[], textOf: (row: Row) => string) {
    this.#rows = rows;
    // The fold keeps line breaks, and adds none: what stands between two of them is one row.
    this.#text = foldForSearch(rows.map((row) => textOf(row).replaceAll('\n', ' ')).join('\n'));
    const starts = [0];
    for (let at = this.#text.indexOf('\n'); at !== -1; at = this.#text.indexOf('\n', at + 1))
      starts.push(at + 1);
    this.#starts = starts;
  }

  /** The rows that hold every word of the text, in their order; the very same rows for a text without words. */
  find(text: string): readonly Row[] {
    const [first, ...others] = wordsOf(text);
    if (first === undefined) return this.#rows;
    const found: Row[] = [];
    let place = 0;
    for (let at = this.#text.indexOf(first); at !== -1;) {
      while ((this.#starts[place + 1] ?? Number.POSITIVE_INFINITY) <= at) place += 1;
      const end = this.#starts[place + 1] ?? this.#text.length + 1;
      const row = this.#rows[place];
      if (row !== undefined && this.#holds(place, end, others)) found.push(row);
      // One hit in a row is enough.
      at = this.#text.indexOf(first, end);
    }
    return found;
  }

  #holds(place: number, end: number, words: readonly string[]): boolean {
    if (words.length === 0) return true;
    const text = this.#text.slice(this.#starts[place], end);
    return words.every((word) => text.includes(word));
  }
}

/** The longest comes first: it is in the fewest rows. */
function wordsOf(text: string): string[] {
  return foldForSearch(text)
    .split(/\s+/u)
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length);
}
