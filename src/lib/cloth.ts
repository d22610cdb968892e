/** Cloths of books that nobody drew a cover for; on each the thread of `thread` can be read. */
const cloths = ['#96402c', '#40633f', '#235f78', '#6a3d68', '#80580f'] as const;
const thread = '#fffaf0';

/** The cloth of a work, by its id: the same wherever it stands. */
export function clothOf(id: string): { background: string; color: string } {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { background: cloths[sum % cloths.length] ?? cloths[0], color: thread };
}
