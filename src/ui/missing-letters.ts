import { newCanvas } from './text-picture.ts';

/**
 * Nothing in Unicode, and so no sign of any font: they look like what this device has no sign for. By where a letter stands a
 * browser asks another font, each with another box for it.
 */
const nothings = ['\u{10FFFE}', '\u0378', '\u2FE0', '\u{1FFFE}', '\u{2FFFE}', '\uFFFE'];
/** A few are enough to see which script it is. */
const told = 12;

/** What is seen of a letter, as a text that is the same where the same is seen. */
export type Look = (letter: string) => string;

function lookOf(font: string): Look {
  const side = 24;
  const { context } = newCanvas(side, side);
  context.font = `${side * 0.7}px ${font}`;
  context.textBaseline = 'middle';
  return (letter) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, side, side);
    context.fillStyle = '#000000';
    context.fillText(letter, 1, side / 2);
    return `${context.measureText(letter).width} ${context.getImageData(0, 0, side, side).data.join()}`;
  };
}

/**
 * Letters that no font of this device has, in the order in which they come, a few of them. Marks and signs that are not seen by
 * themselves are left out.
 */
export function missingLetters(
  texts: readonly string[],
  look: Look = lookOf(getComputedStyle(document.body).fontFamily),
): string[] {
  const seen = new Set(texts.flatMap((text) => [...text]));
  const letters = [...seen].filter((letter) => /[^\p{ASCII}\p{M}\p{C}\p{Z}]|\p{Co}/u.test(letter));
  const boxes = new Set(nothings.map((nothing) => look(nothing)));
  return letters.filter((letter) => boxes.has(look(letter))).slice(0, told);
}
