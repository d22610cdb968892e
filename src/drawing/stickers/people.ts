import {
  cheeks,
  cut,
  dab,
  drawing,
  eyes,
  fluff,
  fold,
  line,
  oval,
  pair,
  type Drawing,
  type Piece,
} from '#src/ui/pictures/paper-cut.ts';
import type { Paper, Tile } from '#src/ui/pictures/papers.ts';
import { box, heart, star } from './shapes.ts';

const round = (tile: Tile, fill: Paper, marks: readonly (Piece | readonly Piece[])[]) =>
  drawing(tile, [cut(fill, oval(32, 32, 25))], marks);

const tear = (x: number, y: number) => cut('blue', `M${x} ${y}c3 5 4 8 0 9s-4-4 0-9z`);

export const feelings = {
  Happy: round('sky', 'yellow', [eyes(23, 28, 3), cheeks(16, 36), cut('white', 'M20 38c4 12 20 12 24 0z')]),
  Sad: round('lagoon', 'yellow', [
    eyes(23, 31, 3),
    line('M24 46c4-6 12-6 16 0M17 25l9-4M47 25l-9-4', 2),
    tear(20, 36),
  ]),
  Angry: round('petal', 'red', [
    eyes(23, 31, 3),
    line('M16 21l12 6M48 21l-12 6', 2.6),
    line('M23 46c5-6 13-6 18 0', 2.2),
  ]),
  Scared: round('lilac', 'sea', [
    pair(cut('white', oval(23, 28, 6.5))),
    pair(dab('ink', oval(24, 29, 2.4))),
    line('M20 45c2-4 4 3 6 0s4 3 6 0 4 3 6 0 4 3 6 0', 2),
    line('M15 19l8-3M49 19l-8-3', 2),
  ]),
  Surprised: round('butter', 'orange', [
    eyes(22, 27, 3.4),
    cut('bark', oval(32, 44, 6, 8)),
    line('M17 18c3-3 6-3 9 0M38 18c3-3 6-3 9 0', 2),
  ]),
  Sleepy: round('lilac', 'blue', [
    line('M17 31c3 3 7 3 10 0M37 31c3 3 7 3 10 0', 2.2),
    cut('bark', oval(32, 43, 4, 5)),
    cheeks(16, 38),
    line('M46 10h8l-8 9h8M56 4h5l-5 6h5', 2),
  ]),
  Proud: round('mint', 'yellow', [
    line('M17 30c3-4 7-4 10 0M37 30c3-4 7-4 10 0', 2.2),
    cheeks(16, 37),
    line('M21 39c6 8 16 8 22 0', 2.2),
    cut('orange', star(50, 13, 10)),
  ]),
  Silly: round('peach', 'green', [
    eyes(23, 27, 3),
    line('M18 38c8 8 20 8 28 0', 2.2),
    cut('rose', 'M31 43h11c2 12-11 13-11 0z'),
    line('M36 44v6'),
  ]),
  'In love': round('petal', 'rose', [pair(cut('red', heart(22, 28, 13))), line('M22 41c5 7 15 7 20 0', 2.2)]),
};

interface Looks {
  tile: Tile;
  skin: Paper;
  hair: Paper;
  shirt: Paper;
  /** Behind the head. */
  back?: readonly (Piece | readonly Piece[])[];
  /** On the forehead. */
  fringe?: string;
  /** Hats, beards, glasses. */
  on?: readonly (Piece | readonly Piece[])[];
}

const fringes = {
  side: 'M17 27C16 12 28 8 35 9c9 1 14 8 12 18-4-7-9-10-14-10-5 4-10 7-16 10z',
  short: 'M17 26C16 13 24 8 32 8s16 5 15 18c-3-6-6-8-8-8-5 2-10 2-14 0-3 1-6 3-8 8z',
  none: '',
};

function person({ tile, skin, hair, shirt, back = [], fringe = fringes.short, on = [] }: Looks): Drawing {
  return drawing(
    tile,
    [
      ...back,
      cut(shirt, 'M8 62c1-12 9-18 24-18s23 6 24 18z'),
      cut(skin, box(27, 38, 10, 10, 4)),
      pair(cut(skin, oval(16.5, 28, 3.4))),
      cut(skin, oval(32, 27, 15.5, 16)),
    ].flat(),
    [
      ...(fringe === '' ? [] : [cut(hair, fringe)]),
      eyes(26, 29, 2),
      cheeks(21.5, 34, 2.4),
      line('M27.5 36c2.5 3 6.5 3 9 0', 1.6),
      ...on,
    ],
  );
}

const long = (hair: Paper) => cut(hair, fold('32 6 48 6 52 20 52 34 52 44 50 50 46 52 40 52 36 52 32 52'));
const curls = (hair: Paper) => cut(hair, fluff(32, 23, 16, 15, 10));
const glasses = [pair(line(oval(26, 29, 5), 1.4)), line('M31 28h2', 1.4)];

export const people = {
  Girl: person({
    tile: 'mint',
    skin: 'tan',
    hair: 'bark',
    shirt: 'rose',
    back: [pair(cut('bark', oval(11, 30, 6, 9)))],
    fringe: fringes.side,
    on: [pair(cut('red', oval(14.5, 21, 2.4)))],
  }),
  Boy: person({ tile: 'sky', skin: 'cream', hair: 'rust', shirt: 'green' }),
  Woman: person({
    tile: 'butter',
    skin: 'brown',
    hair: 'coal',
    shirt: 'yellow',
    back: [curls('coal')],
    fringe: fringes.none,
  }),
  Man: person({
    tile: 'lagoon',
    skin: 'brown',
    hair: 'coal',
    shirt: 'blue',
    on: [cut('coal', 'M19 32c3 5 8 1 13 1s10 4 13-1c1 8-4 14-13 14s-14-6-13-14zM27 37c3 4 7 4 10 0z')],
  }),
  Grandmother: person({
    tile: 'petal',
    skin: 'cream',
    hair: 'grey',
    shirt: 'purple',
    back: [cut('grey', oval(32, 8, 8, 6))],
    fringe: fringes.side,
    on: glasses,
  }),
  Grandfather: person({
    tile: 'sand',
    skin: 'tan',
    hair: 'white',
    shirt: 'teal',
    back: [pair(cut('white', oval(16, 24, 4, 7)))],
    fringe: fringes.none,
    on: [...glasses, cut('white', 'M24 35c3-2 5-1 8 0 3-1 5-2 8 0 0 4-5 4-8 2-3 2-8 2-8-2z')],
  }),
  Baby: person({
    tile: 'sky',
    skin: 'cream',
    hair: 'brown',
    shirt: 'sea',
    fringe: fringes.none,
    on: [line('M32 11c-4-5 4-8 5-3', 1.8), cut('yellow', oval(32, 37, 4)), dab('orange', oval(32, 37, 1.6))],
  }),
  Doctor: person({
    tile: 'mint',
    skin: 'bark',
    hair: 'coal',
    shirt: 'white',
    on: [line('M22 46c-1 9 9 12 10 5M42 46c1 6-3 9-6 8', 1.8, 'slate'), cut('grey', oval(33, 54, 3))],
  }),
  Cook: person({
    tile: 'peach',
    skin: 'tan',
    hair: 'brown',
    shirt: 'white',
    fringe: fringes.none,
    on: [
      cut('white', 'M19 18c-9-1-9-12 0-12 3-6 9-6 13-3 4-3 10-3 13 3 9 0 9 11 0 12v5H19z'),
      line('M19 18h26'),
    ],
  }),
  Firefighter: person({
    tile: 'butter',
    skin: 'brown',
    hair: 'coal',
    shirt: 'yellow',
    fringe: fringes.none,
    on: [
      cut('red', 'M10 23c5-3 5-18 22-18s17 15 22 18c-12 3-32 3-44 0z'),
      cut('yellow', 'M28 9h8v7c0 3-8 3-8 0z'),
      line('M20 47l4 15M44 47l-4 15', 2, 'grey'),
    ],
  }),
  Astronaut: person({
    tile: 'lilac',
    skin: 'tan',
    hair: 'bark',
    shirt: 'white',
    back: [cut('white', oval(32, 26, 23))],
    fringe: fringes.side,
    on: [
      line(oval(32, 27, 18.5), 2.4, 'slate'),
      cut('blue', box(25, 53, 14, 7, 2)),
      dab('red', oval(29, 56.5, 1.4)),
      dab('yellow', oval(34, 56.5, 1.4)),
    ],
  }),
  King: person({
    tile: 'petal',
    skin: 'cream',
    hair: 'brown',
    shirt: 'red',
    on: [
      cut('brown', 'M18 32c3 4 8 1 14 1s11 3 14-1c1 9-5 16-14 16s-15-7-14-16zM27 37c3 4 7 4 10 0z'),
      cut('yellow', 'M17 18L14 3l10 6 8-8 8 8 10-6-3 15z'),
      cut('blue', oval(32, 13, 2.2)),
    ],
  }),
  Queen: person({
    tile: 'lilac',
    skin: 'bark',
    hair: 'coal',
    shirt: 'purple',
    back: [long('coal')],
    fringe: fringes.side,
    on: [cut('yellow', 'M18 16L16 4l9 5 7-8 7 8 9-5-2 12z'), cut('red', oval(32, 11, 2.2))],
  }),
  Pirate: person({
    tile: 'lagoon',
    skin: 'tan',
    hair: 'bark',
    shirt: 'red',
    back: [long('bark')],
    fringe: fringes.none,
    on: [
      cut('coal', 'M6 23C10 6 22 3 32 3s22 3 26 20C42 15 22 15 6 23z'),
      dab('white', `${oval(32, 10, 3)}${box(30.5, 11, 3, 4, 0.8)}`),
      cut('coal', oval(38, 29, 5, 4.4)),
      line('M17 22l30 11', 1.2),
    ],
  }),
  Fairy: person({
    tile: 'mint',
    skin: 'cream',
    hair: 'yellow',
    shirt: 'rose',
    back: [
      pair(cut('sea', 'M30 50C14 44 4 34 3 22c12-1 22 8 27 20zM30 52c-12 0-22 3-26 9h22z')),
      long('yellow'),
    ],
    fringe: fringes.side,
    on: [cut('green', star(21, 14, 5, 5, 0.5))],
  }),
};
