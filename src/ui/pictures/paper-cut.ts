import type { Paper, Tile } from './papers.ts';

/** One path of a drawing, on a canvas of 64 by 64. */
export interface Piece {
  readonly d: string;
  readonly fill?: Paper;
  readonly stroke?: Paper;
  readonly width?: number;
  /** Drawn a second time, mirrored about the middle (x = 32). */
  readonly paired?: true;
}

export interface Drawing {
  readonly tile: Tile;
  /** Large pieces, back to front; these throw the shade that makes the animal stand off its tile. */
  readonly body: readonly Piece[];
  /** Face and markings, on top of the body. */
  readonly marks: readonly Piece[];
}

const outline = 1.1;

type Layer = Piece | readonly Piece[];

export function drawing(tile: Tile, body: readonly Layer[], marks: readonly Layer[]): Drawing {
  return { tile, body: body.flat(), marks: marks.flat() };
}

/** Paper with an ink line around it. */
export function cut(fill: Paper, d: string): Piece {
  return { d, fill, stroke: 'ink', width: outline };
}

/** Paper without a line. */
export function dab(fill: Paper, d: string): Piece {
  return { d, fill };
}

export function line(d: string, width: number = outline, stroke: Paper = 'ink'): Piece {
  return { d, stroke, width };
}

/** A strip of paper of the given width along a line: necks, legs, tails, tentacles. */
export function strip(fill: Paper, width: number, d: string): readonly Piece[] {
  return [line(d, width + outline, 'ink'), line(d, width - outline, fill)];
}

/** The piece and its mirror image: ears, wings, cheeks. */
export function pair(layer: Layer): readonly Piece[] {
  return [layer].flat().map((piece) => ({ ...piece, paired: true }));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Path of an ellipse, turned by `turn` degrees. */
export function oval(x: number, y: number, rx: number, ry: number = rx, turn: number = 0): string {
  const dx = rounded(rx * Math.cos((turn * Math.PI) / 180));
  const dy = rounded(rx * Math.sin((turn * Math.PI) / 180));
  const half = `a${rx} ${ry} ${turn} 1 1 `;
  return `M${rounded(x - dx)} ${rounded(y - dy)}${half}${2 * dx} ${2 * dy}${half}${-2 * dx} ${-2 * dy}z`;
}

/** Path of a ring of `count` round bumps: wool, manes, fluff. */
export function fluff(x: number, y: number, rx: number, ry: number, count: number, turn: number = 0): string {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 360 + turn) * (Math.PI / 180);
    return `${rounded(x + rx * Math.cos(angle))} ${rounded(y + ry * Math.sin(angle))}`;
  });
  const bump = rounded((Math.PI * (rx + ry) * 0.56) / count);
  const arcs = [...points.slice(1), points[0]].map((point) => `A${bump} ${bump} 0 0 1 ${point}`);
  return `M${points[0]}${arcs.join('')}z`;
}

/**
 * Path of a shape folded down the middle like a paper cut: `half` lists the points of cubic curves along the
 * right side ("x y" pairs from the top middle to the bottom middle); the left side is its mirror image.
 */
export function fold(half: string): string {
  const numbers = half.trim().split(/\s+/).map(Number);
  const right = numbers.flatMap((x, index) =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : [],
  );
  const left = right
    .slice(0, -1)
    .reverse()
    .map(([x, y]) => [64 - x, y] as const);
  const [start, ...rest] = [...right, ...left].map(([x, y]) => `${x} ${y}`);
  return `M${start}C${rest.join(' ')}z`;
}

/** One eye with a glint of light in it. */
export function eye(x: number, y: number, size: number = 2.4): readonly Piece[] {
  return [
    dab('ink', oval(x, y, size, size * 1.15)),
    dab('white', oval(x - size * 0.3, y - size * 0.4, size * 0.36)),
  ];
}

/** Two eyes, the left one given. */
export function eyes(x: number, y: number, size: number = 2.4): readonly Piece[] {
  return [...eye(x, y, size), ...eye(64 - x, y, size)];
}

/** Rosy cheeks, the left one given. */
export function cheeks(x: number, y: number, size: number = 3): readonly Piece[] {
  return pair(dab('blush', oval(x, y, size, size * 0.7)));
}
