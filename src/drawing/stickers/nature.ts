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
  strip,
} from '#src/ui/pictures/paper-cut.ts';
import { box, cloud, star } from './shapes.ts';

export const plants = {
  Flower: drawing(
    'sky',
    [
      strip('leaf', 4, 'M32 38v22'),
      cut('leaf', 'M33 54c4-9 11-11 17-9-2 7-9 11-17 9z'),
      cut('rose', fluff(32, 24, 12, 12, 7)),
    ],
    [cut('yellow', oval(32, 24, 6.5))],
  ),
  Tulip: drawing(
    'butter',
    [
      strip('leaf', 4, 'M32 34v26'),
      pair(cut('leaf', 'M31 59C21 56 17 46 18 36c8 5 12 13 13 23z')),
      cut('red', fold('32 14 35 17 37 19 39 22 43 18 45 13 48 9 53 25 47 39 32 39')),
    ],
    [line('M26 21c-2 6-1 11 1 15M38 21c2 6 1 11-1 15')],
  ),
  Sunflower: drawing(
    'lagoon',
    [
      strip('leaf', 4, 'M32 38v22'),
      cut('leaf', 'M31 55c-4-9-11-11-17-9 2 7 9 11 17 9z'),
      cut('yellow', star(32, 25, 21, 12, 0.68)),
    ],
    [
      cut('bark', oval(32, 25, 10.5)),
      dab(
        'tan',
        `${oval(29, 22, 1.2)}${oval(35, 22, 1.2)}${oval(32, 26, 1.2)}${oval(28, 29, 1.2)}${oval(36, 29, 1.2)}`,
      ),
    ],
  ),
  Tree: drawing(
    'sky',
    [cut('brown', 'M27 60c2-8 2-16 1-24h8c-1 8-1 16 1 24z'), cut('leaf', fluff(32, 25, 17, 14, 9))],
    [dab('green', fluff(27, 20, 6, 4, 6)), line('M32 46v-8M32 42l5-4')],
  ),
  'Fir tree': drawing(
    'lilac',
    [
      cut('brown', box(28, 50, 8, 10, 1)),
      cut('leaf', 'M32 30l20 22H12z'),
      cut('leaf', 'M32 18l17 20H15z'),
      cut('green', 'M32 5l14 20H18z'),
    ],
    [],
  ),
  'Palm tree': drawing(
    'peach',
    [
      strip('brown', 7, 'M30 60c-2-14 0-26 5-36'),
      cut('leaf', 'M35 24C29 14 19 12 8 19c8-2 9 0 12 4-4 3-6 7-7 12 6-8 13-11 22-11z'),
      cut('leaf', 'M35 24c3-12 13-16 24-11-8 0-8 2-10 6 5 2 7 6 8 11-6-6-13-8-22-6z'),
    ],
    [cut('bark', oval(32, 27, 3)), cut('bark', oval(38, 27, 3)), line('M29 46h6M29 38h6')],
  ),
  Cactus: drawing(
    'butter',
    [
      strip('leaf', 9, 'M30 40H18V28'),
      strip('leaf', 9, 'M34 34h13V20'),
      cut('green', 'M24 48V17a8 8 0 0 1 16 0v31z'),
      cut('rust', 'M19 46h26l-3 15H22z'),
    ],
    [line('M29 20v5M35 27v5M29 34v5M35 40v3'), cut('rose', star(32, 9, 5, 6, 0.5))],
  ),
  Mushroom: drawing(
    'mint',
    [
      cut('cream', 'M24 36h16c-1 8 0 15 4 22-6 3-18 3-24 0 4-7 5-14 4-22z'),
      cut('red', 'M5 37C6 18 18 8 32 8s26 10 27 29c-17 5-37 5-54 0z'),
    ],
    [dab('white', `${oval(20, 24, 4)}${oval(36, 18, 5)}${oval(47, 29, 3.6)}${oval(31, 31, 3)}`)],
  ),
  Leaf: drawing(
    'sand',
    [cut('green', 'M10 54C4 28 20 8 56 8c1 34-16 54-46 46z')],
    [line('M8 58C18 42 30 30 48 16M24 38v-12M33 30V19M24 38h13M33 30h12', 1.6)],
  ),
  Clover: drawing(
    'petal',
    [
      strip('leaf', 3.5, 'M32 34c1 10 4 18 9 25'),
      cut('leaf', 'M32 33c-8 3-18 0-18-8 0-6 7-8 10-4-3-5 1-12 8-12s11 7 8 12c3-4 10-2 10 4 0 8-10 11-18 8z'),
      cut(
        'green',
        'M32 33c-10-2-15 3-14 9 1 5 8 6 10 2 1-3 3-7 4-11zM32 33c10-2 15 3 14 9-1 5-8 6-10 2-1-3-3-7-4-11z',
      ),
    ],
    [],
  ),
};

export const weather = {
  Sun: drawing(
    'sky',
    [cut('yellow', star(32, 32, 28, 12, 0.72)), cut('orange', oval(32, 32, 17))],
    [eyes(26, 30), cheeks(21, 36), line('M27 38c3 4 7 4 10 0', 1.6)],
  ),
  Cloud: drawing('sky', [cut('white', cloud(15, 48, 1.05))], [eyes(26, 36), line('M29 41c2 2 4 2 6 0', 1.4)]),
  Rain: drawing(
    'lagoon',
    [cut('grey', cloud(15, 36, 1.02))],
    [
      cut(
        'blue',
        'M18 42c3 5 4 8 0 9s-4-5 0-9zM32 44c3 5 4 8 0 9s-4-5 0-9zM46 42c3 5 4 8 0 9s-4-5 0-9zM25 51c3 5 4 8 0 9s-4-5 0-9zM39 51c3 5 4 8 0 9s-4-5 0-9z',
      ),
    ],
  ),
  Storm: drawing(
    'lilac',
    [cut('slate', cloud(15, 37, 1.02)), cut('yellow', 'M34 32L20 50h9l-4 12 18-18h-9l6-12z')],
    [],
  ),
  Snowflake: drawing(
    'sky',
    [],
    [
      line(
        'M32 6v52M9 19l46 26M55 19L9 45M26 10l6 6 6-6M26 54l6-6 6 6M10 28l8-2-1-9M54 28l-8-2 1-9M10 36l8 2-1 9M54 36l-8 2 1 9',
        3,
        'blue',
      ),
    ],
  ),
  Snowman: drawing(
    'lagoon',
    [
      cut('white', oval(32, 46, 16, 14)),
      cut('white', oval(32, 25, 11)),
      cut('coal', 'M20 16h24v-3h-5V4H25v9h-5z'),
    ],
    [
      eyes(28, 23, 1.6),
      cut('orange', 'M32 25l10 3-10 2z'),
      dab('ink', `${oval(32, 41, 1.4)}${oval(32, 48, 1.4)}`),
      cut('red', 'M22 33c6 4 14 4 20 0l1 4c-2 2-5 3-7 3l2 7-5 1-1-8c-4 0-8-1-11-3z'),
    ],
  ),
  Rainbow: drawing(
    'sky',
    [cut('red', 'M4 50a28 28 0 0 1 56 0H48a16 16 0 0 0-32 0z')],
    [
      dab('orange', 'M7 50a25 25 0 0 1 50 0h-9a16 16 0 0 0-32 0z'),
      dab('yellow', 'M10 50a22 22 0 0 1 44 0h-6a16 16 0 0 0-32 0z'),
      dab('green', 'M13 50a19 19 0 0 1 38 0h-3a16 16 0 0 0-32 0z'),
      cut('white', cloud(4, 58, 0.52)),
      cut('white', cloud(40, 58, 0.52)),
    ],
  ),
  Moon: drawing(
    'lilac',
    [cut('yellow', 'M40 6C20 8 12 22 13 34c1 14 14 25 30 23 5-1 9-3 12-6-24 2-36-24-15-45z')],
    [
      line('M20 33c2-2 5-2 7 0M25 43c3 1 5 0 7-2', 1.6),
      cut('white', star(50, 22, 6)),
      cut('white', star(43, 38, 3.6)),
    ],
  ),
  Star: drawing(
    'lilac',
    [cut('yellow', star(32, 34, 28, 5, 0.52))],
    [eyes(26, 33), cheeks(20, 39), line('M28 40c2 3 6 3 8 0', 1.6)],
  ),
};

export const places = {
  House: drawing(
    'mint',
    [cut('brown', box(43, 10, 7, 16, 1)), cut('cream', 'M12 30h40v29H12z'), cut('red', 'M32 7L5 33h54z')],
    [
      cut('brown', box(27, 41, 11, 18, 1)),
      cut('sea', box(16, 39, 8, 9, 1)),
      cut('sea', box(41, 39, 8, 9, 1)),
      dab('yellow', oval(35, 51, 1.2)),
    ],
  ),
  Castle: drawing(
    'lilac',
    [
      cut('grey', 'M6 59V22h5v4h4v-4h5v14h6v-4h4v4h4v-4h4v4h6V22h5v4h4v-4h5v37z'),
      cut('red', 'M13 22V6l9 4-9 4'),
      cut('red', 'M51 22V6l9 4-9 4'),
    ],
    [
      cut('bark', 'M25 59V49a7 7 0 0 1 14 0v10z'),
      dab('ink', `${box(11, 30, 3, 7, 1.5)}${box(50, 30, 3, 7, 1.5)}`),
    ],
  ),
  Tent: drawing(
    'butter',
    [cut('orange', 'M32 9L4 58h56z')],
    [cut('bark', 'M32 26L21 58h22z'), line('M32 9l-4-4M32 9l4-4', 1.6), dab('rust', 'M32 9L4 58h7z')],
  ),
  School: drawing(
    'sky',
    [cut('rust', 'M4 32h56v27H4z'), cut('cream', 'M18 24h28v35H18z'), cut('red', 'M32 8L14 25h36z')],
    [
      cut('white', oval(32, 22, 4)),
      line('M32 20v2l2 1'),
      cut('bark', box(27, 44, 10, 15, 1)),
      cut('sea', box(8, 38, 7, 9, 1)),
      cut('sea', box(49, 38, 7, 9, 1)),
      cut('sea', box(20.5, 31, 6, 8, 1)),
      cut('sea', box(37.5, 31, 6, 8, 1)),
    ],
  ),
  Mountain: drawing(
    'sky',
    [cut('slate', 'M38 20L62 58H20z'), cut('grey', 'M24 9L2 58h48z')],
    [cut('white', 'M24 9l-9 20 5-2 4 4 4-4 5 3z'), cut('white', 'M38 20l-5 8 5 3 4-3 3 4z')],
  ),
  Island: drawing(
    'lagoon',
    [
      strip('brown', 5, 'M32 46c-1-11 0-18 4-24'),
      cut('leaf', 'M36 22c-5-9-14-10-22-4 7-1 8 1 10 4-4 2-5 5-5 10 5-6 10-9 17-10z'),
      cut('leaf', 'M36 22c3-9 11-12 20-7-7 0-8 2-9 5 4 2 5 5 5 9-5-5-9-7-16-7z'),
      cut('yellow', 'M12 50c6-9 34-9 40 0z'),
    ],
    [cut('blue', 'M3 50c5-4 9-4 14 0s10 4 15 0 10-4 15 0 9 4 14 0v10H3z')],
  ),
  City: drawing(
    'peach',
    [
      cut('navy', box(5, 24, 16, 35, 1)),
      cut('blue', box(21, 9, 19, 50, 1)),
      cut('purple', box(40, 29, 19, 30, 1)),
    ],
    [
      dab(
        'yellow',
        [
          [9, 29],
          [14, 29],
          [9, 37],
          [14, 37],
          [9, 45],
          [14, 45],
          [25, 15],
          [33, 15],
          [25, 23],
          [33, 23],
          [25, 31],
          [33, 31],
          [25, 39],
          [33, 39],
          [44, 35],
          [51, 35],
          [44, 43],
          [51, 43],
        ]
          .map(([x = 0, y = 0]) => box(x, y, 3.5, 4.5, 0.5))
          .join(''),
      ),
      cut('bark', box(27, 49, 7, 10, 1)),
    ],
  ),
  Barn: drawing(
    'mint',
    [cut('red', 'M9 59V32l8-16 15-8 15 8 8 16v27z')],
    [
      cut('white', box(24, 38, 17, 21, 1)),
      line('M24 38l17 21M41 38L24 59M32.5 38v21'),
      cut('bark', box(27, 19, 10, 9, 1)),
      line('M9 32l8-16 15-8 15 8 8 16', 2.4, 'white'),
    ],
  ),
  Lighthouse: drawing(
    'sky',
    [
      cut('white', 'M24 24h16l5 35H19z'),
      cut('red', 'M20 16L32 6l12 10z'),
      cut('yellow', box(25, 15, 14, 9, 1)),
    ],
    [
      dab('red', 'M23 31h18l1 8H22zM21 47h22l1 8H20z'),
      line('M24 24h16l5 35H19z'),
      line('M48 18l12-5M48 21l12 2M16 18L4 13M16 21L4 23', 1.8, 'yellow'),
    ],
  ),
  Planet: drawing(
    'lilac',
    [cut('orange', oval(32, 32, 18))],
    [
      dab('rust', `${oval(27, 25, 5, 3)}${oval(38, 38, 6, 3)}`),
      line('M15 38C5 44 0 49 5 51c8 3 45-18 54-30 3-6-3-7-12-4', 3, 'ink'),
      line('M15 38C5 44 0 49 5 51c8 3 45-18 54-30 3-6-3-7-12-4', 1.6, 'yellow'),
      cut('white', star(52, 50, 5)),
      cut('white', star(12, 13, 4)),
    ],
  ),
};
