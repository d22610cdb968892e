/** How many of them, whichever they are. */
export function booksInWords(count: number): string {
  return count === 1 ? '1 book or story' : `${count} books and stories`;
}
