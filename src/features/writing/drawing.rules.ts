import * as v from 'valibot';

/** The paper, in pixels of the picture that is made of it. */
export const paper = { width: 1280, height: 960 } as const;

/** What a drawing is made of: one line from the moment the finger touches the paper until it leaves. */
const Stroke = v.object({
  color: v.pipe(v.string(), v.hexColor()),
  /** Pixels of the paper. */
  size: v.number(),
  points: v.array(v.tuple([v.number(), v.number()])),
});
export type Stroke = v.InferOutput<typeof Stroke>;

/** As it is kept until the drawing stands in the text. */
export const Strokes = v.array(Stroke);

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

/** The whole drawing, on fresh paper. */
export function drawAll(pen: Pen, strokes: readonly Stroke[]): void {
  pen.fillStyle = eraser;
  pen.fillRect(0, 0, paper.width, paper.height);
  for (const stroke of strokes) drawStroke(pen, stroke);
}
