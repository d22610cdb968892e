import * as v from 'valibot';
import { counted } from '#src/lib/counted.ts';
import { papers, type Paper } from '#src/ui/pictures/papers.ts';

/** The paper, in pixels of the picture that is made of it. */
export const paper = { width: 1280, height: 960 } as const;

const Point = v.tuple([v.number(), v.number()]);
export type Point = v.InferOutput<typeof Point>;

/** One line, from the moment the finger touches the paper until it leaves. */
const Stroke = v.object({
  color: v.pipe(v.string(), v.hexColor()),
  /** Pixels of the paper. */
  size: v.number(),
  points: v.array(Point),
});
export type Stroke = v.InferOutput<typeof Stroke>;

/** All that has one colour around a place, as far as the lines before it let it run. */
const Fill = v.object({ fill: v.pipe(v.string(), v.hexColor()), at: Point });
export type Fill = v.InferOutput<typeof Fill>;

const Piece = v.object({
  d: v.string(),
  fill: v.exactOptional(v.picklist(Object.keys(papers) as Paper[])),
  stroke: v.exactOptional(v.picklist(Object.keys(papers) as Paper[])),
  width: v.exactOptional(v.number()),
  paired: v.exactOptional(v.literal(true)),
});

/** A sticker without its coloured paper. It carries its own pieces: a kept drawing waits for no file. */
const Stamp = v.object({
  stamp: v.string(),
  pieces: v.array(Piece),
  /** Its middle. */
  at: Point,
  /** Pixels of the paper. */
  side: v.number(),
});
export type Stamp = v.InferOutput<typeof Stamp>;

const Step = v.union([Stroke, Fill, Stamp]);
/** What a drawing is made of, in the order in which it was made. */
export type Step = v.InferOutput<typeof Step>;

/** As it is kept until the drawing stands in the text. */
export const Steps = v.array(Step);

/** What it is made of, in words. */
export function nameOfDrawing(steps: readonly Step[]): string {
  if (steps.length === 0) return 'Empty paper';
  const [lines, fills, stamps] = ['points', 'fill', 'stamp'].map(
    (key) => steps.filter((step) => key in step).length,
  ) as [number, number, number];
  const parts = [
    ...(lines > 0 ? [counted(lines, 'line')] : []),
    ...(fills > 0 ? [counted(fills, 'filled place')] : []),
    ...(stamps > 0 ? [counted(stamps, 'stamp')] : []),
  ];
  return `Your drawing, ${parts.join(', ')} so far`;
}

/** White takes away: the paper is white. */
export const eraser = '#ffffff';

export const colors = [
  { color: '#1f1f1f', name: 'Black' },
  { color: '#868e96', name: 'Grey' },
  { color: '#7a4a21', name: 'Brown' },
  { color: '#d92b2b', name: 'Red' },
  { color: '#f08a24', name: 'Orange' },
  { color: '#f7d038', name: 'Yellow' },
  { color: '#8bc34a', name: 'Light green' },
  { color: '#2f9e44', name: 'Green' },
  { color: '#8fd0f5', name: 'Light blue' },
  { color: '#2f7de1', name: 'Blue' },
  { color: '#7048c8', name: 'Purple' },
  { color: '#f06ba8', name: 'Pink' },
] as const;

/** From light to dark. */
export const skinTones = [
  { color: '#fbe0c8', name: 'Very light skin' },
  { color: '#f3c9a5', name: 'Light skin' },
  { color: '#dda677', name: 'Medium light skin' },
  { color: '#b97d4e', name: 'Medium skin' },
  { color: '#8a5532', name: 'Medium dark skin' },
  { color: '#54321f', name: 'Dark skin' },
] as const;

/** Whether a dark tick is seen on it better than a white one. */
export function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

export const sizes = [
  { size: 6, name: 'Thin' },
  { size: 16, name: 'Middle' },
  { size: 40, name: 'Thick' },
] as const;

/** Of stamps: `size` is how large a stamp is beside them, in pixels of the paper. */
export const stampSides = [
  { size: 120, name: 'Small' },
  { size: 220, name: 'Middle' },
  { size: 380, name: 'Large' },
] as const;

export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'quadraticCurveTo'
  | 'stroke'
  | 'fillRect'
>;

/** Draws one line. Curves from middle to middle, bent by the points between, so that no corner shows where a hand made none. */
export function drawStroke(pen: Pen, { color, size, points }: Stroke): void {
  const [first] = points;
  if (!first) return;
  Object.assign(pen, { strokeStyle: color, lineWidth: size, lineCap: 'round', lineJoin: 'round' });
  pen.beginPath();
  pen.moveTo(...first);
  for (const [place, [x, y]] of points.entries()) {
    const next = points[place + 1];
    if (next) pen.quadraticCurveTo(x, y, (x + next[0]) / 2, (y + next[1]) / 2);
    // A tap is a dot; a line of no length would not be drawn.
    else pen.lineTo(x + 0.01, y);
  }
  pen.stroke();
}
