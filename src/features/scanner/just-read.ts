/** Of a card that was read, for comparing. */
export type CardMark = number;

/**
 * Enough to know a card again, and far too little to find out its badge, which must not stay in memory when its child is
 * gone: 32 of its 128 bits. @see FNV-1a
 */
export function markOf(text: string): CardMark {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

let last: CardMark | null = null;

/** Remembered until the page is left or reloaded. */
export function noteRead(text: string): void {
  last = markOf(text);
}

/** The card that was read last on this page, by whichever scanner. */
export function lastRead(): CardMark | null {
  return last;
}
