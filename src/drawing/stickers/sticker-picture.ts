import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import type { Drawing } from '#src/ui/pictures/paper-cut.ts';
import { tiles } from '#src/ui/pictures/papers.ts';
import { drawPieces, pieceUnits as units } from '../draw-pieces.ts';
import { pictureOfCanvas, UnreadablePictureError } from '#src/desk/shrink-picture.ts';

/** Pixels of its side. */
const side = 768;

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
