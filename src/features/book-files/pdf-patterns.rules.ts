/** How often a pattern is put beside itself before it is filled with. Real ones overlap a few times. */
const mostRepeats = 10_000;

/** What draws a page, or a pattern: of each step what it is done with. Patterns may be filled with patterns. */
export interface DrawingSteps {
  argsArray: readonly unknown[];
}

const isSteps = (value: unknown): value is DrawingSteps =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<DrawingSteps>).argsArray);

/**
 * Whether something is filled with a pattern that is repeated so often that a tablet would never be done with it. It is drawn
 * where the page lives, and nothing can end it there.
 * @see ISO 32000-2, 8.7.3; in the form in which pdf.js hands it over: name, colour, steps, matrix, box, width and height of a step
 */
export function isEndless({ argsArray }: DrawingSteps): boolean {
  return argsArray.some((args) => {
    if (!Array.isArray(args) || args[0] !== 'TilingPattern') return false;
    const [, , steps, , box, across, down] = args as unknown[];
    const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(box as ArrayLike<number>);
    const repeats = ((right - left) / Math.abs(Number(across))) * ((bottom - top) / Math.abs(Number(down)));
    return !(repeats <= mostRepeats) || (isSteps(steps) && isEndless(steps));
  });
}
