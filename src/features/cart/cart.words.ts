import { counted } from '#src/lib/counted.ts';

/** How many of them, whichever they are. */
export function booksInWords(count: number): string {
  return counted(count, 'book or story', 'books and stories');
}
