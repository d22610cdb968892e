import { avatarForId } from '#contract/kit/avatar-names.ts';
import { avatarDrawings } from './avatars.ts';
import type { Drawing, Piece } from './paper-cut.ts';
import { papers, tiles } from './papers.ts';

/** Of the canvas that animals are drawn on. */
const side = 64;
/** How far the shade lies off the animal, as in `AnimalAvatar`. */
const shadeOffset = { x: 0.8, y: 1.8 };

const drawings = new Map<string, Drawing>(Object.entries(avatarDrawings));

function paintPath(
  context: CanvasRenderingContext2D,
  path: Path2D,
  {
    fill,
    stroke,
    width = 1,
    isMirrored,
  }: { fill?: string; stroke?: string; width?: number; isMirrored: boolean },
): void {
  context.save();
  if (isMirrored) context.transform(-1, 0, 0, 1, side, 0);
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke !== undefined) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke(path);
  }
  context.restore();
}

function paintPieces(context: CanvasRenderingContext2D, pieces: readonly Piece[], shade?: string): void {
  for (const { d, fill, stroke, width, paired } of pieces) {
    const paint = {
      ...(fill && { fill: shade ?? papers[fill] }),
      ...(stroke && { stroke: shade ?? papers[stroke] }),
      ...(width !== undefined && { width }),
    };
    for (const isMirrored of paired ? [false, true] : [false])
      paintPath(context, new Path2D(d), { ...paint, isMirrored });
  }
}

/** Paints what `AnimalAvatar` shows, for what is printed: a square of `size` pixels with its corner at `x` and `y`. */
export function paintAnimal(
  context: CanvasRenderingContext2D,
  name: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { tile, body, marks } = drawings.get(name) ?? avatarDrawings[avatarForId(name)];
  const [tint, shade] = tiles[tile];
  context.save();
  context.translate(x, y);
  context.scale(size / side, size / side);
  context.beginPath();
  context.roundRect(0, 0, side, side, side * 0.28);
  context.clip();
  context.fillStyle = tint;
  context.fillRect(0, 0, side, side);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.save();
  context.translate(shadeOffset.x, shadeOffset.y);
  paintPieces(context, body, shade);
  context.restore();
  paintPieces(context, body);
  paintPieces(context, marks);
  context.restore();
}
