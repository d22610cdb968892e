import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import type { Drawing, Piece } from '#src/ui/pictures/paper-cut.ts';
import { papers, tiles } from '#src/ui/pictures/papers.ts';
import { pictureOfCanvas, UnreadablePictureError } from '../shrink-picture.ts';

/** Pixels of its side. */
const side = 768;
/** Of the canvas that stickers are drawn on. */
const units = 64;

const pathOf = (d: string) => new Path2D(d);

function drawPieces(context: CanvasRenderingContext2D, pieces: readonly Piece[], shade?: string): void {
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
    context.transform(-1, 0, 0, 1, units, 0);
    paint();
    context.restore();
  }
}

/** A sticker as a picture, on its own coloured paper. @throws UnreadablePictureError */
export function pictureOfSticker({ tile, body, marks }: Drawing): Promise<BarePicture> {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePictureError('This browser gives no canvas');
  const [tint, shade] = tiles[tile];
  context.scale(side / units, side / units);
  Object.assign(context, { lineCap: 'round', lineJoin: 'round', fillStyle: tint });
  context.fillRect(0, 0, units, units);
  context.save();
  context.translate(0.8, 1.8);
  drawPieces(context, body, shade);
  context.restore();
  drawPieces(context, body);
  drawPieces(context, marks);
  return pictureOfCanvas(canvas, 'image/png');
}
