import { tidyText } from '#contract/kit/text.ts';
import { documentLimits } from '#contract/works/document.schema.ts';

/** Words that stand in a picture as what it shows, as far as there is room: cut between two words. */
export function altOf(words: string): string {
  const text = tidyText(words.toWellFormed().replaceAll(/\p{Cc}/gu, ' '));
  if (text.length <= documentLimits.altLength) return text;
  // A letter of two halves is not cut apart.
  const start = text.slice(0, documentLimits.altLength - 1).replace(/[\uD800-\uDBFF]$/u, '');
  const end = start.lastIndexOf(' ');
  return `${end > documentLimits.altLength / 2 ? start.slice(0, end) : start}…`;
}

/**
 * Words of the page of a file with what somebody put onto it, such as answers in a form. Where there is no room for both, those
 * come first: the rest of a page is cut.
 */
export function altOfPage(words: string, written: readonly string[]): string {
  const answers = written.join('; ');
  const all = `${words} ${answers}`;
  return tidyText(all).length <= documentLimits.altLength ? altOf(all) : altOf(`${answers} ${words}`);
}
