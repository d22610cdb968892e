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

/** What a tap on a page points at. */
export function placeIn(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { clientX, clientY }: { clientX: number; clientY: number },
): PlaceOnPage {
  const part = (from: number, length: number) =>
    length === 0 ? 0.5 : Math.round(Math.min(1, Math.max(0, from / length)) * 1000) / 1000;
  return { x: part(clientX - box.left, box.width), y: part(clientY - box.top, box.height) };
}

/** How far an arrow key moves a pin. */
const step = 0.02;
const moves: Readonly<Record<string, PlaceOnPage>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** The place beside it in the direction of an arrow key; null for any other key. */
export function movedBy(key: string, { x, y }: PlaceOnPage): PlaceOnPage | null {
  const by = moves[key];
  if (!by) return null;
  const unit = { left: 0, top: 0, width: 1, height: 1 };
  return placeIn(unit, { clientX: x + by.x, clientY: y + by.y });
}
