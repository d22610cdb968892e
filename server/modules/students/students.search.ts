import { foldForSearch } from '#contract/kit/fold.ts';

/** The words of a search, as they stand in what somebody is found by: case and accents do not count. */
export function wordsOf(search = ''): string[] {
  return foldForSearch(search).split(' ').filter(Boolean);
}

/** Every word of the search has to be found somewhere in the text. */
export function matchesSearch(text: string, search: string): boolean {
  const folded = foldForSearch(text);
  return wordsOf(search).every((word) => folded.includes(word));
}
