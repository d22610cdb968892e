import { directionOf } from '#src/lib/direction.ts';

/*
 * Names are drawn by the browser, which shapes every script, has a letter for each, and colours emoji. What makes PDFs
 * shapes none of Devanagari and loses letters beyond Latin 1.
 */

/** A line of text as it should look. Sizes in pixels of the picture. */
export interface TextStyle {
  readonly size: number;
  readonly weight: 400 | 700;
}

/** The letters as readers count them: a flag, or a letter with all its marks, is one. */
export function graphemes(text: string): string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  );
}

/** As much of the text from its beginning as is narrow enough, with an ellipsis where something is left out. */
export function cutToFit(text: string, isNarrowEnough: (text: string) => boolean): string {
  if (isNarrowEnough(text)) return text;
  const letters = graphemes(text);
  let [fitting, tooLong] = [0, letters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (isNarrowEnough(`${letters.slice(0, middle).join('')}…`)) fitting = middle;
    else tooLong = middle;
  }
  return `${letters.slice(0, fitting).join('').trimEnd()}…`;
}

/** The font of the page, so that a card looks like the app. As a canvas takes it. */
export function fontOf({ size, weight }: TextStyle): string {
  return `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

/** Waits for the parts of the page's font that these texts need; without it they would be drawn in another. */
export async function loadFontsFor(texts: readonly string[]): Promise<void> {
  const all = texts.join(' ');
  const weights: TextStyle['weight'][] = [400, 700];
  await Promise.all(weights.map((weight) => document.fonts.load(fontOf({ size: 16, weight }), all)));
}

/** Of its own smallest readable size: text that would be smaller is cut instead. */
const smallest = 0.55;

/** Draws one line into a box, as large as fits. @returns the width that it took */
export function drawLine(
  context: CanvasRenderingContext2D,
  text: string,
  style: TextStyle,
  box: { x: number; baseline: number; width: number },
): number {
  context.direction = directionOf(text);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const widthAt = (line: string, scale: number) => {
    context.font = fontOf({ ...style, size: style.size * scale });
    return context.measureText(line).width;
  };
  const line = cutToFit(text, (part) => widthAt(part, smallest) <= box.width);
  const scale = Math.min(1, Math.max(smallest, box.width / widthAt(line, 1)));
  const width = widthAt(line, scale);
  context.fillText(line, box.x, box.baseline);
  return width;
}

export function newCanvas(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  return { canvas, context };
}
