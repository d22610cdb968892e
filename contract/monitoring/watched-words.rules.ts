import { foldForSearch, unspacedRuns, wordsIn } from '../kit/fold.ts';

/** As words are compared: without case and accents, one blank between two. Empty where no letter or digit stands. */
export function foldWatched(text: string): string {
  return wordsIn(foldForSearch(text)).join(' ');
}

/**
 * Which of these stand in a text as whole words, in the order of the list. In scripts without blanks between words they are found
 * anywhere. `list`: folded.
 */
export function findWatched(text: string, list: readonly string[]): string[] {
  if (list.length === 0) return [];
  const folded = ` ${foldWatched(text)} `;
  return list.filter((words) => {
    const isUnspaced = unspacedRuns(words).join('') === words;
    return folded.includes(isUnspaced ? words : ` ${words} `);
  });
}
