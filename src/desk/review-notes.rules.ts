import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';

/** A word about a page or chapter; `at` is what it is about there, null where it is about all of it. */
export interface PageNote {
  id: string;
  chapter_id: string;
  text: string;
  at: PlaceOnPage | null;
}

export interface Pin extends PageNote {
  at: PlaceOnPage;
  /** From 1, in the order in which they were set. */
  number: number;
}

/** Those that point at a place of this page or chapter. Ids rise with time. */
export function pinsOf(
  notes: readonly (Omit<PageNote, 'at'> & { at?: PlaceOnPage | null | undefined })[],
  chapterId: string,
): Pin[] {
  return notes
    .flatMap(({ at, ...note }) => (at && note.chapter_id === chapterId ? [{ ...note, at }] : []))
    .map((pin, place) => ({ ...pin, number: place + 1 }));
}

export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Where in a box a point is. */
export function placeIn(
  box: Box,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const part = (from: number, length: number) =>
    length === 0 ? 0.5 : Math.round(Math.min(1, Math.max(0, from / length)) * 1000) / 1000;
  return { x: part(clientX - box.left, box.width), y: part(clientY - box.top, box.height) };
}

/** Pixels that an arrow key moves a pin: beyond the letter, or the line, at which it stands. */
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-24, 0],
  ArrowRight: [24, 0],
  ArrowUp: [0, -40],
  ArrowDown: [0, 40],
};

/** The point beside a place of this box in the direction of an arrow key; null for any other key. */
export function movedBy(
  key: string,
  { x, y }: Pick<PlaceOnPage, 'x' | 'y'>,
  { left, top, width, height }: Box,
): { clientX: number; clientY: number } | null {
  const by = moves[key];
  return by ? { clientX: left + x * width + by[0], clientY: top + y * height + by[1] } : null;
}
