/*
 * With this the pictures of the demo's shelf are drawn: flat shapes in a few warm colours. Every figure stands with its feet
 * at (0, 0), looks to the right and is put in its place by `at`. Units are those of the drawing.
 */

/** A piece of a drawing, as SVG. */
export type Piece = string;

export const paint = {
  ink: '#3a2d22',
  cream: '#fff6e3',
  white: '#fffaf0',
  red: '#c8553d',
  orange: '#e08a3c',
  yellow: '#f2c14e',
  leaf: '#7fa35c',
  moss: '#56793f',
  sky: '#cfe6ea',
  blue: '#4f87ab',
  night: '#2d3c62',
  brown: '#8a5a3b',
  bark: '#6d4a33',
  tan: '#d9b48a',
  sand: '#ecd9a8',
  grey: '#8d8f98',
  stone: '#b9b4aa',
  pink: '#e9aaa2',
  plum: '#7a4a78',
} as const;

const round = (value: number) => Math.round(value * 10) / 10;

/** Puts a piece somewhere, larger or smaller; `turned` looks to the left. */
export function at(x: number, y: number, piece: Piece, { size = 1, turned = false, lean = 0 } = {}): Piece {
  const lay = lean === 0 ? '' : ` rotate(${lean})`;
  return `<g transform="translate(${round(x)} ${round(y)})${lay} scale(${turned ? -size : size} ${size})">${piece}</g>`;
}

export function circle(x: number, y: number, r: number, fill: string): Piece {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, lean = 0): Piece {
  const turn = lean === 0 ? '' : ` transform="rotate(${lean} ${x} ${y})"`;
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${turn}/>`;
}

export function shape(d: string, fill: string): Piece {
  return `<path d="${d}" fill="${fill}"/>`;
}

export function stroke(d: string, color: string, width = 4): Piece {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string, r = 3): Piece {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`;
}

const eye = (x: number, y: number, r = 2.8) => circle(x, y, r, paint.ink);

interface Beast {
  coat: string;
  belly?: string;
  ears: 'long' | 'point' | 'round' | 'floppy' | 'none';
  tail: 'bushy' | 'thin' | 'short' | 'curl' | 'tuft';
  /** How far the nose stands out, 0 to 20. */
  snout?: number;
  legs?: number;
  extra?: Piece;
  behind?: Piece;
}

const tails: Readonly<Record<Beast['tail'], (coat: string, tip: string) => Piece>> = {
  bushy: (coat, tip) =>
    shape('M-44-50c-30-4-44-26-38-48 12 6 16 18 22 26 6 6 14 8 22 10z', coat) +
    shape('M-82-98c-2 8-1 16 3 24 4-4 6-9 5-14-2-4-5-8-8-10z', tip),
  thin: (coat) => stroke('M-46-52c-18-2-28 8-30 26', coat, 5),
  short: (_coat, tip) => circle(-52, -54, 8, tip),
  curl: (coat) => stroke('M-48-50c-10-2-14-12-7-16s12 4 5 9', coat, 4),
  tuft: (coat, tip) => stroke('M-46-52c-20-4-30 8-32 24', coat, 5) + circle(-78, -24, 7, tip),
};

const earsOf: Readonly<Record<Beast['ears'], (coat: string, inner: string) => Piece>> = {
  long: (coat, inner) =>
    oval(42, -106, 7, 24, coat, -12) + oval(54, -107, 7, 24, coat, 6) + oval(54, -106, 3, 16, inner, 6),
  point: (coat, inner) =>
    shape('M36-80l-2-26 18 16z', coat) +
    shape('M50-84l8-24 10 22z', coat) +
    shape('M53-88l5-12 5 11z', inner),
  round: (coat, inner) => circle(36, -88, 13, coat) + circle(60, -92, 13, coat) + circle(60, -92, 7, inner),
  floppy: (coat) => oval(38, -72, 9, 20, coat, 14),
  none: () => '',
};

/** An animal on four legs. */
export function beast(animal: Beast): Piece {
  const { coat, belly = paint.cream, ears, tail, snout = 12, legs = 28, extra = '', behind = '' } = animal;
  const leg = (x: number) => box(x, -legs - 6, 11, legs + 6, coat, 5);
  return [
    tails[tail](coat, belly),
    leg(-40),
    leg(22),
    oval(0, -48, 50, 24, coat),
    oval(4, -38, 36, 11, belly),
    leg(-26),
    leg(34),
    shape('M20-60l18-26 24 10-18 34z', coat),
    behind,
    earsOf[ears](coat, belly),
    oval(52, -72, 22, 18, coat),
    oval(62 + snout / 2, -66, 8 + snout / 2, 9, belly),
    circle(68 + snout, -69, 3.6, paint.ink),
    eye(55, -77),
    stroke(`M${58 + snout / 2}-59q6 3 11 0`, paint.ink, 2),
    extra,
  ].join('');
}

export const hare = beast({ coat: '#b98d63', ears: 'long', tail: 'short', snout: 4, legs: 26 });
export const fox = beast({ coat: '#cf6a35', ears: 'point', tail: 'bushy', snout: 18 });
export const wolf = beast({ coat: '#7d828c', belly: '#c9ccd0', ears: 'point', tail: 'bushy', snout: 18 });
export const dog = beast({ coat: '#a97a4a', ears: 'floppy', tail: 'thin', snout: 14 });
export const cat = beast({ coat: '#6f6a72', ears: 'point', tail: 'thin', snout: 2 });
export const mouse = beast({
  coat: '#a39a94',
  belly: paint.pink,
  ears: 'round',
  tail: 'thin',
  snout: 14,
  legs: 14,
});
export const donkey = beast({
  coat: '#8c8684',
  belly: '#d8d0c5',
  ears: 'long',
  tail: 'tuft',
  snout: 18,
  legs: 34,
});
export const pig = beast({
  coat: paint.pink,
  belly: '#f3c9c2',
  ears: 'floppy',
  tail: 'curl',
  snout: 10,
  legs: 18,
});
export const goat = beast({
  coat: '#efe6d6',
  belly: paint.white,
  ears: 'floppy',
  tail: 'short',
  snout: 12,
  legs: 32,
  extra:
    stroke('M46-88c-8-10-16-14-24-14M54-90c-4-12-10-18-18-20', paint.bark, 5) +
    shape('M66-56l2 18 8-16z', '#d9cdb9'),
});
export const lamb = beast({
  coat: '#f6efe2',
  belly: paint.white,
  ears: 'floppy',
  tail: 'short',
  snout: 6,
  legs: 24,
  extra: [-40, -22, -4, 14, 30]
    .map((x) => circle(x, -60, 14, paint.white) + circle(x + 6, -42, 13, '#fbf6ec'))
    .join(''),
});
export const lion = beast({
  coat: '#d9a04a',
  ears: 'none',
  tail: 'tuft',
  snout: 10,
  behind: circle(48, -72, 36, '#a5602a') + circle(36, -94, 8, '#d9a04a'),
});
export const cow = beast({
  coat: '#efe6d6',
  belly: paint.pink,
  ears: 'floppy',
  tail: 'tuft',
  snout: 14,
  extra:
    oval(-18, -54, 16, 12, paint.bark) +
    oval(16, -50, 12, 9, paint.bark) +
    stroke('M44-90q-2-10-10-12M58-92q4-10 12-10', paint.tan, 5),
});
export const elephant = [
  box(-60, -46, 24, 46, '#8f95a3', 8),
  box(28, -46, 24, 46, '#8f95a3', 8),
  oval(-6, -74, 66, 46, '#9aa0ad'),
  box(-34, -46, 24, 46, '#9aa0ad', 8),
  box(8, -46, 24, 46, '#9aa0ad', 8),
  stroke('M-70-84c-10 8-12 22-10 36', '#8f95a3', 5),
  circle(62, -96, 32, '#9aa0ad'),
  oval(44, -96, 20, 28, '#868c9a', -8),
  stroke('M88-84c14 16 12 40 4 58', '#9aa0ad', 15),
  shape('M78-78q16 14 30 8-10 16-32 4z', paint.white),
  eye(74, -104, 3.4),
].join('');

export const tortoise = [
  oval(-34, -6, 10, 7, '#8fa04f'),
  oval(22, -6, 10, 7, '#8fa04f'),
  shape('M-56-12c0-34 24-50 52-50s52 18 52 50z', '#7a6338'),
  shape('M-40-14l12-28h20l-4 28zM2-14l2-30h18l14 30z', '#94793f'),
  box(-60, -16, 112, 8, '#5f4c2b', 4),
  stroke('M50-20c8-2 12-10 14-16', '#8fa04f', 13),
  oval(70, -42, 15, 12, '#8fa04f'),
  eye(75, -46),
  stroke('M74-36q5 3 9 0', paint.ink, 2),
].join('');

interface Bird {
  feathers: string;
  wing?: string;
  beak?: string;
  /** How long the neck is, 0 to 50. */
  neck?: number;
  crest?: boolean;
}

/** A bird on two legs. */
function bird({ feathers, wing = feathers, beak = paint.orange, neck = 0, crest = false }: Bird): Piece {
  const head = -62 - neck;
  return [
    stroke('M-4-20v18M8-20v18M-10 0h10M2 0h10', beak, 3),
    shape('M-30-40l-34-18 10 30z', wing),
    oval(0, -40, 36, 24, feathers),
    neck > 0 ? stroke(`M20-46c12-10 8-${30 + neck / 2} 12-${58 + neck}`, feathers, 14) : '',
    circle(30, head, 17, feathers),
    crest ? shape(`M22 ${head - 14}c-4-12 4-14 6-6 2-10 10-8 8 2 6-6 10 0 6 8z`, paint.red) : '',
    shape(`M44 ${head - 6}l22 7-22 7z`, beak),
    crest ? oval(45, head + 13, 5, 8, paint.red) : '',
    eye(34, head - 4),
    oval(-6, -40, 22, 14, wing, 12),
  ].join('');
}

export const crow = bird({ feathers: '#33323c', wing: '#454453', beak: '#6b6570' });
export const hen = bird({ feathers: '#b5613c', wing: '#9b4d2d', beak: paint.yellow, crest: true });
export const cock = bird({ feathers: '#e3d3b3', wing: '#a3452f', beak: paint.yellow, crest: true });
export const duck = bird({ feathers: '#e9dcc0', wing: '#d5c4a0' });
export const songbird = bird({ feathers: '#6f96ad', wing: '#557b93', beak: paint.yellow });

export const owl = [
  oval(0, -40, 34, 42, '#9a7650'),
  oval(0, -30, 22, 30, '#d9bd93'),
  shape('M-30-70l4-24 18 14zM30-70l-4-24-18 14z', '#9a7650'),
  circle(-13, -58, 14, paint.white),
  circle(13, -58, 14, paint.white),
  eye(-11, -57, 6),
  eye(11, -57, 6),
  shape('M-5-50h10l-5 10z', paint.orange),
  oval(-32, -36, 9, 26, '#7d5c3a', 10),
  oval(32, -36, 9, 26, '#7d5c3a', -10),
  stroke('M-12 0v-4M12 0v-4M-18 0h12M6 0h12', paint.orange, 3),
].join('');

export const spider = [
  stroke(
    'M-10-30c-20-16-32-6-38 8M-12-24c-22-6-34 6-38 24M10-30c20-16 32-6 38 8M12-24c22-6 34 6 38 24M-8-20c-14 6-20 14-22 22M8-20c14 6 20 14 22 22',
    paint.ink,
    4,
  ),
  oval(0, -26, 22, 20, '#5b4034'),
  circle(0, -50, 14, '#5b4034'),
  circle(-5, -53, 4.5, paint.white),
  circle(6, -53, 4.5, paint.white),
  eye(-4, -53, 2),
  eye(7, -53, 2),
  stroke('M-5-43q5 4 10 0', paint.cream, 2),
].join('');

export const grasshopper = [
  stroke('M-20-20l-16-34-12 54M12-16l6 16M24-18l8 18', '#5f7a35', 5),
  oval(0, -24, 44, 13, '#8eab4f', -8),
  oval(-8, -30, 32, 8, '#b5cb77', -12),
  circle(42, -34, 14, '#8eab4f'),
  eye(47, -38),
  stroke('M46-46c6-18 16-22 26-22M42-47c0-16 6-24 14-30', '#5f7a35', 2.5),
].join('');

export const ant = [
  stroke('M-22-12l-8 12M0-12v12M14-12l8 12', paint.ink, 3),
  oval(-24, -18, 18, 12, '#59352b'),
  circle(0, -16, 9, '#59352b'),
  circle(18, -20, 11, '#59352b'),
  eye(22, -23, 2),
  stroke('M22-30c2-8 8-12 14-12M16-30c-2-8 2-14 8-18', paint.ink, 2.5),
].join('');

export const troll = [
  box(-30, -34, 20, 34, '#5d6b4a', 8),
  box(10, -34, 20, 34, '#5d6b4a', 8),
  oval(0, -62, 48, 40, '#74845b'),
  stroke('M-44-70c-22 12-26 30-22 46M44-70c22 12 26 30 22 46', '#74845b', 16),
  circle(0, -104, 34, '#87986c'),
  shape('M-34-112c-22-8-24-22-16-30 6 10 14 16 22 18zM34-112c22-8 24-22 16-30-6 10-14 16-22 18z', '#87986c'),
  shape('M-32-122c10-26 54-26 64 0-12-8-18 4-32-4-12 8-20-4-32 4z', paint.bark),
  oval(2, -98, 13, 10, '#6f7f57'),
  circle(-12, -112, 6, paint.white),
  circle(14, -112, 6, paint.white),
  eye(-11, -111),
  eye(15, -111),
  stroke('M-16-82q16 10 32 0', paint.ink, 3),
  shape('M-8-80l4-8 4 8zM8-79l4-8 3 7z', paint.white),
].join('');

interface Person {
  robe: string;
  hair?: string;
  skin?: string;
  hat?: 'cap' | 'crown' | 'scarf' | 'straw';
  /** Grown-ups are taller. */
  grown?: boolean;
  arms?: 'down' | 'up' | 'out';
  beard?: boolean;
}

const hats: Readonly<Record<NonNullable<Person['hat']>, (top: number, robe: string) => Piece>> = {
  cap: (top, robe) => shape(`M-20 ${top + 4}c2-24 38-24 40 0z`, robe) + box(-2, top, 30, 6, robe),
  crown: (top) => shape(`M-17 ${top + 2}l-3-20 11 9 9-14 9 14 11-9-3 20z`, paint.yellow),
  scarf: (top, robe) => shape(`M-22 ${top + 16}c-4-40 48-40 44 0l-6 14-6-18h-20l-6 18z`, robe),
  straw: (top) => oval(0, top + 4, 32, 6, '#d9b65f') + shape(`M-16 ${top + 2}c0-22 32-22 32 0z`, '#e3c577'),
};

const armsOf: Readonly<Record<NonNullable<Person['arms']>, string>> = {
  down: 'M-14-70l-16 34M14-70l16 34',
  up: 'M-14-70l-20-26M14-70l20-26',
  out: 'M-14-68l-30 6M14-68l30 6',
};

export function person(who: Person): Piece {
  const { robe, hair = paint.bark, skin = '#e2b48c', hat, grown = false, arms = 'down', beard = false } = who;
  const head = -96;
  const figure = [
    box(-14, -22, 10, 22, paint.bark, 4),
    box(4, -22, 10, 22, paint.bark, 4),
    stroke(armsOf[arms], robe, 11),
    shape('M-14-78h28l14 62h-56z', robe),
    circle(0, head, 21, skin),
    shape(`M-21 ${head}c-4-32 46-32 42 0-8-14-30-16-42 0z`, hair),
    beard ? shape(`M-16 ${head + 6}c2 30 30 30 32 0-10 8-22 8-32 0z`, '#d8d3ca') : '',
    eye(-6, head, 2.4),
    eye(8, head, 2.4),
    stroke(`M-4 ${head + 9}q5 4 10 0`, paint.ink, 2),
    hat ? hats[hat](head - 18, robe) : '',
  ].join('');
  return grown ? at(0, 0, figure, { size: 1.3 }) : figure;
}

export function tree(crown: string = paint.leaf): Piece {
  return (
    shape('M-9 0l4-70h10l4 70z', paint.bark) +
    circle(0, -104, 40, crown) +
    circle(-28, -84, 28, crown) +
    circle(28, -84, 28, crown)
  );
}

export const fir =
  box(-5, -20, 10, 20, paint.bark) +
  shape('M0-130l34 56h-16l24 34h-18l22 26h-92l22-26h-18l24-34h-16z', paint.moss);

export const bush =
  circle(-20, -14, 20, paint.moss) + circle(4, -22, 24, paint.leaf) + circle(28, -12, 18, paint.moss);

export function flower(petals: string): Piece {
  const leaves = [0, 72, 144, 216, 288].map((turn) =>
    oval(0, -40, 5, 9, petals, 0).replace('/>', ` transform="rotate(${turn} 0 -31)"/>`),
  );
  return (
    stroke('M0 0v-26M0-10c6-2 10-6 12-12', paint.moss, 3) + leaves.join('') + circle(0, -31, 5, paint.yellow)
  );
}

export function house(walls: string = paint.cream, roof: string = paint.red): Piece {
  return [
    box(-52, -78, 104, 78, walls, 2),
    shape('M-66-74L0-130 66-74z', roof),
    box(26, -122, 16, 32, paint.bark, 2),
    box(-12, -44, 26, 44, paint.brown, 3),
    circle(8, -22, 2.4, paint.yellow),
    box(-42, -60, 22, 22, paint.sky, 2),
    box(24, -60, 22, 22, paint.sky, 2),
    stroke('M-31-60v22M-42-49h22M35-60v22M24-49h22', paint.brown, 2.5),
  ].join('');
}

export const cloud = (fill: string = paint.white): Piece =>
  circle(-28, 0, 18, fill) +
  circle(-4, -10, 24, fill) +
  circle(24, -2, 19, fill) +
  box(-44, -2, 86, 18, fill, 9);

export function sun(x: number, y: number, r = 30): Piece {
  const rays = Array.from({ length: 12 }, (_, place) => {
    const angle = (place * Math.PI) / 6;
    const [from, to] = [r + 8, r + 20];
    return `M${round(x + Math.cos(angle) * from)} ${round(y + Math.sin(angle) * from)}L${round(x + Math.cos(angle) * to)} ${round(y + Math.sin(angle) * to)}`;
  });
  return stroke(rays.join(''), paint.yellow, 5) + circle(x, y, r, paint.yellow);
}

export function moon(x: number, y: number, r = 28): Piece {
  return (
    circle(x, y, r, '#f7e7b5') +
    circle(x - r * 0.3, y - r * 0.2, r * 0.16, '#e5d193') +
    circle(x + r * 0.25, y + r * 0.3, r * 0.2, '#e5d193')
  );
}

export function star(x: number, y: number, r = 7, fill: string = paint.yellow): Piece {
  const points = Array.from({ length: 10 }, (_, place) => {
    const angle = (place * Math.PI) / 5 - Math.PI / 2;
    const reach = place % 2 === 0 ? r : r * 0.45;
    return `${round(x + Math.cos(angle) * reach)} ${round(y + Math.sin(angle) * reach)}`;
  });
  return shape(`M${points.join('L')}z`, fill);
}

/** A sky full of stars, always the same ones: steps by the golden ratio leave no heaps and no rows. */
export function stars(width: number, height: number, many = 22): Piece {
  return Array.from({ length: many }, (_, place) => {
    const across = (place * 0.618034) % 1;
    const down = (place * 0.27 + 0.13 + (place % 5) * 0.07) % 1;
    return star(round(across * width), round(down * height) + 8, 3 + (place % 3) * 1.5, '#f7e7b5');
  }).join('');
}

export const boat =
  shape('M-70-26h140c-8 24-26 34-46 34h-50c-22 0-38-12-44-34z', '#8fb06a') +
  stroke('M0-28v-86', paint.bark, 5) +
  shape('M4-112c34 14 48 44 46 74H4z', paint.cream) +
  shape('M-4-104c-24 14-34 40-34 64h34z', paint.yellow);

export const paperBoat = shape('M-36-16h72L22 4h-44z', paint.white) + shape('M-18-16L0-40l18 24z', '#e8ddc6');

export const jug =
  shape('M-26 0c-18-26-14-52 4-64l-2-18h48l-2 18c18 12 22 38 4 64z', '#b8683f') +
  stroke('M26-66c22-2 24 34 4 38', '#b8683f', 7) +
  oval(0, -82, 24, 6, '#7c4226');

export const turnip = (size = 1): Piece =>
  at(
    0,
    0,
    stroke('M0-70c-14-26-30-30-40-28M0-70c0-30 4-44 12-54M2-70c12-22 28-26 38-22', paint.moss, 9) +
      shape('M-58-44c0-32 116-32 116 0 0 34-34 44-58 74-24-30-58-40-58-74z', '#e9d9e3') +
      shape('M-58-44c0-32 116-32 116 0-4-6-20-10-58-10s-54 4-58 10z', '#a46a97'),
    { size },
  );

export const cauldron =
  stroke('M-30 0l-6 10M30 0l6 10', paint.ink, 6) +
  shape('M-46-50h92c6 34-10 52-46 52s-52-18-46-52z', '#4a4750') +
  oval(0, -50, 48, 10, '#6a6771') +
  oval(0, -51, 40, 7, '#d79a4a');

export const bed =
  box(-110, -40, 220, 26, paint.brown, 4) +
  box(-112, -96, 14, 96, paint.bark, 4) +
  box(100, -66, 14, 66, paint.bark, 4) +
  box(-98, -58, 200, 20, '#a9c6cf', 8) +
  box(-92, -72, 54, 20, paint.white, 9);

export const swing =
  stroke('M-34-160L-26-40M34-160L26-40', paint.bark, 4) + box(-36, -42, 72, 9, paint.brown, 3);

export const shoe =
  shape('M-40 0v-34h30l8 14c16 2 34 6 36 20z', '#8a4a2c') +
  box(-42, -2, 80, 6, paint.ink, 2) +
  stroke('M-8-26l8 4M-14-20l8 4', paint.cream, 2.5);

export const grapes =
  [
    [0, 0],
    [-14, 0],
    [14, 0],
    [-7, 13],
    [8, 13],
    [0, 26],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 9, paint.plum))
    .join('') +
  shape('M-2-8c-16-16-30-6-30 4 12 4 22 2 30-4zM2-8c6-16 24-16 28-6-8 8-20 10-28 6z', paint.leaf);

/** Sky and ground of a picture; everything stands on the horizon or before it. */
export type Place = 'meadow' | 'dusk' | 'night' | 'sea' | 'room' | 'wood' | 'snow' | 'desert';

const grounds: Readonly<Record<Place, { sky: string; far: string; near: string }>> = {
  meadow: { sky: paint.sky, far: '#bcd491', near: '#9cbf6e' },
  dusk: { sky: '#f7d9b1', far: '#d9b878', near: '#b99a5c' },
  night: { sky: paint.night, far: '#3c5262', near: '#32465a' },
  sea: { sky: '#d8ecef', far: '#7fb0c4', near: '#5e95b0' },
  room: { sky: '#f3e3c6', far: '#c9a273', near: '#b88e5f' },
  wood: { sky: '#dbe8cf', far: '#8fb07a', near: '#77995f' },
  snow: { sky: '#dfe9f1', far: '#f2f6f8', near: '#ffffff' },
  desert: { sky: '#fbe8c3', far: '#e9c98a', near: '#deb673' },
};

function ground(place: Place, width: number, height: number): Piece {
  const { sky, far, near } = grounds[place];
  const horizon = height * 0.62;
  const back = box(0, 0, width, height, sky, 0);
  if (place === 'room')
    return (
      back + box(0, height * 0.74, width, height * 0.26, far, 0) + box(0, height * 0.74, width, 6, near, 0)
    );
  if (place === 'sea')
    return (
      back +
      box(0, horizon, width, height - horizon, far, 0) +
      stroke(
        `M20 ${height * 0.74}q20-10 40 0t40 0M${width * 0.5} ${height * 0.86}q20-10 40 0t40 0M${width * 0.7} ${height * 0.7}q16-8 32 0t32 0`,
        near,
        5,
      )
    );
  const wave = `M0 ${horizon}c${width * 0.25}-46 ${width * 0.4}-8 ${width * 0.55} 4s${width * 0.3} 6 ${width * 0.45}-22V${height}H0z`;
  const close = `M0 ${height * 0.8}c${width * 0.3}-28 ${width * 0.6} 14 ${width}-14V${height}H0z`;
  return back + shape(wave, far) + shape(close, near);
}

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

function drawing(width: number, height: number, inner: Piece): Drawing {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`;
  return { svg, width, height };
}

const page = { width: 480, height: 300 };

/** A picture of a page, 480 by 300; the ground is at 230 or so. */
export function picture(place: Place, ...pieces: readonly Piece[]): Drawing {
  return drawing(page.width, page.height, ground(place, page.width, page.height) + pieces.join(''));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A cover, 300 by 400: a picture under a plate with the title, line by line, and whose it is. */
export function cover(
  place: Place,
  title: readonly string[],
  by: string,
  ...pieces: readonly Piece[]
): Drawing {
  const longest = Math.max(...title.map((line) => line.length));
  const size = Math.min(34, Math.floor(440 / longest));
  const height = title.length * (size + 5) + 40;
  // A picture brings no font, and another machine's is wider: what might not fit is drawn to a width.
  const fitted = (line: string, points: number) =>
    line.length * points * 0.5 > 200 ? ' textLength="232" lengthAdjust="spacingAndGlyphs"' : '';
  const lines = title.map(
    (line, number) =>
      `<text x="150" y="${34 + size * 0.75 + number * (size + 5)}" font-size="${size}" font-weight="700"${fitted(line, size)}>${escaped(line)}</text>`,
  );
  const plate =
    box(22, 20, 256, height, paint.cream, 10) +
    `<rect x="28" y="26" width="244" height="${height - 12}" rx="6" fill="none" stroke="${paint.tan}" stroke-width="2"/>` +
    `<g fill="${paint.ink}" font-family="Georgia, 'Times New Roman', serif" text-anchor="middle">${lines.join('')}` +
    `<text x="150" y="${height + 4}" font-size="13" font-style="italic"${fitted(by, 13)}>${escaped(by)}</text></g>`;
  return drawing(300, 400, ground(place, 300, 400) + pieces.join('') + plate);
}
