import { limits } from '#contract/kit/limits.ts';
import type { PlaceOnPage, ThingOnPage } from '#contract/writing/own-rows.schema.ts';
import { placeIn } from './review-notes.rules.ts';

/** Attribute of what places are parts of. */
export const paperMark = 'data-paper';

/** Stands on a page and is none of its words. */
const noWords = '[data-pins], button, figure, [contenteditable="false"]';

/** Pixels; what is farther from a point is not what it is about. */
const near = 48;

interface Point {
  clientX: number;
  clientY: number;
}

function wordsOf(paper: Element): Text[] {
  const walker = document.createTreeWalker(
    // In the editor, more than the page stands around it.
    paper.querySelector('.tiptap') ?? paper,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
      return node.matches(noWords) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

const textOf = (words: readonly Text[]) => words.map(({ data }) => data).join('');

/** What is seen of each picture, also where its element is wider than it. */
function picturesOf(paper: Element): DOMRect[] {
  return [...paper.querySelectorAll('figure')].map((figure) => {
    const picture = figure.querySelector('img') ?? figure;
    const { left, top, width, height } = picture.getBoundingClientRect();
    const { naturalWidth = 0, naturalHeight = 0 } = picture as Partial<HTMLImageElement>;
    const scale =
      naturalWidth * naturalHeight === 0 ? 0 : Math.min(width / naturalWidth, height / naturalHeight);
    const [seenWidth, seenHeight] =
      scale === 0 ? [width, height] : [naturalWidth * scale, naturalHeight * scale];
    return new DOMRect(
      left + (width - seenWidth) / 2,
      top + (height - seenHeight) / 2,
      seenWidth,
      seenHeight,
    );
  });
}

/** How far a point is from the nearest of these boxes; 0 where it is in one. */
function distanceTo(boxes: Iterable<DOMRect>, { clientX, clientY }: Point): number {
  return Math.min(
    ...Array.from(boxes, ({ left, right, top, bottom, width, height }) =>
      width + height === 0
        ? Infinity
        : Math.hypot(
            Math.max(left - clientX, 0, clientX - right),
            Math.max(top - clientY, 0, clientY - bottom),
          ),
    ),
  );
}

function lettersOf(node: Text, from = 0, to = node.length): Range {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}

/** The number of the nearest, and how far it is. */
function nearest(distances: readonly number[]): [place: number, distance: number] {
  const distance = Math.min(...distances);
  return [distances.indexOf(distance), distance];
}

function thingAt(paper: Element, point: Point): ThingOnPage | undefined {
  const pictures = picturesOf(paper);
  const picture = pictures.findIndex((box) => distanceTo([box], point) === 0);
  const box = pictures[picture];
  if (box) return { picture, ...placeIn(box, point) };
  const words = wordsOf(paper);
  const [place, distance] = nearest(words.map((node) => distanceTo(lettersOf(node).getClientRects(), point)));
  const node = words[place];
  if (!node || distance > near) return undefined;
  const [letter] = nearest(
    Array.from({ length: node.length }, (_, each) =>
      distanceTo(lettersOf(node, each, each + 1).getClientRects(), point),
    ),
  );
  const before = textOf(words.slice(0, place)).length + letter;
  const rest = textOf(words).slice(before);
  const start = before + rest.length - rest.trimStart().length;
  const quoted = rest.trimStart().slice(0, limits.pointedWordsLength).trim();
  return quoted === '' ? undefined : { words: quoted, start };
}

/** What a point of a page means there, in any width. */
export function placeOnPaper(paper: Element, point: Point): PlaceOnPage {
  const on = thingAt(paper, point);
  return { ...placeIn(paper.getBoundingClientRect(), point), ...(on && { on }) };
}

/** For those who point without a finger, and move it from there. */
export function middleOfPaper(): PlaceOnPage {
  const paper = document.querySelector(`[${paperMark}]`);
  if (!paper) return { x: 0.5, y: 0.5 };
  const { left, top, width, height } = paper.getBoundingClientRect();
  return placeOnPaper(paper, { clientX: left + width / 2, clientY: top + height / 2 });
}

/** Where these words begin by now: the place nearest to the one they had. -1 where they are gone. */
function placeOfWords(text: string, words: string, start: number): number {
  let found = -1;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (found < 0 || Math.abs(at - start) < Math.abs(found - start)) found = at;
  return found;
}

/**
 * Where words stand in a text that was changed since, by what follows them where they themselves were mended.
 * @returns the number of a character; past the end of an empty text
 */
export function startOfWords(text: string, { words, start }: { words: string; start: number }): number {
  const whole = placeOfWords(text, words, start);
  if (whole >= 0) return whole;
  const skipped = words.indexOf(' ') + 1;
  const after = skipped > 0 ? placeOfWords(text, words.slice(skipped), start + skipped) : -1;
  return Math.max(0, Math.min(after >= 0 ? after - skipped : start, text.length - 1));
}

function boxOf(paper: Element, on: ThingOnPage): DOMRect | undefined {
  if ('picture' in on) {
    const box = picturesOf(paper)[on.picture];
    return box && new DOMRect(box.left + on.x * box.width, box.top + on.y * box.height);
  }
  const words = wordsOf(paper);
  let left = startOfWords(textOf(words), on);
  for (const node of words) {
    if (left < node.length) return lettersOf(node, left, left + 1).getClientRects()[0];
    left -= node.length;
  }
  return undefined;
}

/** Where on this page, as wide as it is now, a place is. */
export function spotOn(paper: Element, at: PlaceOnPage): { x: number; y: number } {
  const box = at.on && boxOf(paper, at.on);
  if (!box) return { x: at.x, y: at.y };
  return placeIn(paper.getBoundingClientRect(), {
    clientX: box.left + box.width / 2,
    clientY: box.top + box.height / 2,
  });
}
