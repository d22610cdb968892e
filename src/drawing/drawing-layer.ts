import { drawPieces, pieceUnits } from './draw-pieces.ts';
import { drawStroke, eraser, paper, type Fill, type Stamp, type Step } from './drawing.rules.ts';
import { floodRuns, type Runs } from './flood-fill.rules.ts';

/** Where a fill ran to. What stands before a step never changes, so it is looked for once. */
const foundRuns = new WeakMap<Fill, Runs>();

function drawFill(context: CanvasRenderingContext2D, step: Fill): void {
  const runs =
    foundRuns.get(step) ?? floodRuns(context.getImageData(0, 0, paper.width, paper.height), step.at);
  foundRuns.set(step, runs);
  context.fillStyle = step.fill;
  for (let each = 0; each < runs.length; each += 3)
    context.fillRect(runs[each] ?? 0, runs[each + 1] ?? 0, runs[each + 2] ?? 0, 1);
}

export function drawStamp(context: CanvasRenderingContext2D, { pieces, at: [x, y], side }: Stamp): void {
  context.save();
  context.translate(x - side / 2, y - side / 2);
  context.scale(side / pieceUnits, side / pieceUnits);
  Object.assign(context, { lineCap: 'round', lineJoin: 'round' });
  drawPieces(context, pieces);
  context.restore();
}

function drawStep(context: CanvasRenderingContext2D, step: Step): void {
  if ('points' in step) drawStroke(context, step);
  else if ('fill' in step) drawFill(context, step);
  else drawStamp(context, step);
}

/**
 * All steps of a drawing on a paper of their own, from which they are copied to the one that is seen: a line that grows is drawn
 * there over and over, and its edges would be others than those of the picture that is kept.
 */
export class DrawingLayer {
  readonly #context: CanvasRenderingContext2D | null;
  #drawn: readonly Step[] | null = null;

  constructor() {
    const canvas = Object.assign(document.createElement('canvas'), paper);
    // Fills ask for its pixels, and they have to be the same ones the next time.
    this.#context = canvas.getContext('2d', { willReadFrequently: true });
  }

  /** Draws what is new; all of it where steps were taken back. */
  #bring(context: CanvasRenderingContext2D, steps: readonly Step[]): void {
    const drawn = this.#drawn;
    const begun = drawn?.every((step, place) => step === steps[place]) ? drawn.length : 0;
    if (begun === 0) {
      context.fillStyle = eraser;
      context.fillRect(0, 0, paper.width, paper.height);
    }
    for (const step of steps.slice(begun)) drawStep(context, step);
    this.#drawn = steps;
  }

  /** Shows these steps and nothing else. */
  showOn(seen: CanvasRenderingContext2D, steps: readonly Step[]): void {
    if (!this.#context) return;
    this.#bring(this.#context, steps);
    seen.drawImage(this.#context.canvas, 0, 0);
  }

  /** Whether a place has this colour already: filling it would change nothing. */
  hasColor([x, y]: readonly [number, number], color: string): boolean {
    const pixel = this.#context?.getImageData(Math.floor(x), Math.floor(y), 1, 1).data ?? [];
    const hex = Array.from(pixel.slice(0, 3), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `#${hex}` === color;
  }
}
