import type { WorkDocument } from '#contract/works/document.schema.ts';

/** Which part an address names, from 0; one that it does not have is the nearest that it has. */
export function placeOf(chapterSlug: string, parts: number): number {
  const number = Number.parseInt(chapterSlug, 10);
  if (!Number.isSafeInteger(number)) return 0;
  return Math.min(Math.max(number, 1), Math.max(parts, 1)) - 1;
}

/** Pixels that a finger moves sideways for a turn of the page; less is a tap that slipped. */
const swipe = 48;

export interface Move {
  x: number;
  y: number;
}

/** 1 to go on, -1 to go back, 0 where it was no swipe: too short, or more of a scroll. */
export function turnOf({ x, y }: Move): -1 | 0 | 1 {
  if (Math.abs(x) < swipe || Math.abs(x) < 2 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

/** The part of the page at each side that turns it when it is tapped. */
const side = 0.28;

/** Which way a tap turns, by its place across the page from 0 to 1; 0 where it is in the middle. */
export function tapTurn(across: number): -1 | 0 | 1 {
  if (across < side) return -1;
  return across > 1 - side ? 1 : 0;
}

interface Where {
  place: number;
  parts: number;
  /** True where the book is read from right to left. */
  fromRight: boolean;
}

/** Where a key leads, from 0; null for a key that leads nowhere. */
export function placeByKey(key: string, { place, parts, fromRight }: Where): number | null {
  const [on, back] = fromRight ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  switch (key) {
    case on:
    case 'PageDown':
      return Math.min(place + 1, parts - 1);
    case back:
    case 'PageUp':
      return Math.max(place - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return parts - 1;
    default:
      return null;
  }
}

/** A page that begins with a picture, and what is said about it: on a wide screen they stand side by side. */
export function pictureFirst(document: WorkDocument): { picture: WorkDocument | null; words: WorkDocument } {
  const [first, ...rest] = document.content;
  if (first?.type !== 'picture' || rest.length === 0) return { picture: null, words: document };
  return { picture: { type: 'doc', content: [first] }, words: { type: 'doc', content: rest } };
}
