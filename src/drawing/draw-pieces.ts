import type { Piece } from '#src/ui/pictures/paper-cut.ts';
import { papers } from '#src/ui/pictures/papers.ts';

/** Of the square that stickers are drawn on. */
export const pieceUnits = 64;

const pathOf = (d: string) => new Path2D(d);

/** Draws pieces of cut paper, in `shade` alone where it is given. */
export function drawPieces(
  context: CanvasRenderingContext2D,
  pieces: readonly Piece[],
  shade?: string,
): void {
  for (const { d, fill, stroke, width = 1, paired } of pieces) {
    const paint = () => {
      if (fill) {
        context.fillStyle = shade ?? papers[fill];
        context.fill(pathOf(d));
      }
      if (!stroke) return;
      context.strokeStyle = shade ?? papers[stroke];
      context.lineWidth = width;
      context.stroke(pathOf(d));
    };
    paint();
    if (!paired) continue;
    context.save();
    context.transform(-1, 0, 0, 1, pieceUnits, 0);
    paint();
    context.restore();
  }
}
