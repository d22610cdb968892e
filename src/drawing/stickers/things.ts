import { cut, dab, drawing, fold, line, oval, pair, strip } from '#src/ui/pictures/paper-cut.ts';
import { box, heart, star } from './shapes.ts';

const wheels = (one: number, other: number, y: number, r: number = 6) => [
  cut('coal', oval(one, y, r)),
  cut('coal', oval(other, y, r)),
  dab('grey', `${oval(one, y, r * 0.45)}${oval(other, y, r * 0.45)}`),
];

export const transport = {
  Car: drawing(
    'sky',
    [cut('red', 'M4 46V35l10-3 8-12h20l9 12 9 4v10z')],
    [cut('sea', 'M20 32l5-8h7v8zM35 24h6l5 8H35z'), wheels(18, 47, 47, 7)].flat(),
  ),
  Bus: drawing(
    'mint',
    [cut('yellow', box(4, 16, 56, 34, 6))],
    [
      [9, 20, 31, 42].map((x) => cut('sea', box(x, 22, 9, 10, 1.5))),
      cut('sea', 'M53 22h4c2 0 3 4 3 10h-7z'),
      line('M4 39h56', 1.6, 'bark'),
      wheels(18, 46, 50),
    ].flat(2),
  ),
  Train: drawing(
    'butter',
    [cut('green', box(6, 28, 36, 20, 4)), cut('red', box(36, 14, 22, 34, 2)), cut('coal', 'M12 28V16h9v12z')],
    [
      cut('sea', box(41, 19, 12, 11, 1)),
      wheels(17, 32, 50, 6),
      cut('coal', oval(49, 49, 8)),
      dab('grey', oval(49, 49, 3.5)),
      cut('white', oval(16, 9, 5, 4)),
      cut('white', oval(26, 6, 4, 3)),
    ].flat(),
  ),
  Boat: drawing(
    'lagoon',
    [
      cut('white', 'M35 6c10 8 16 20 18 32H35z'),
      cut('red', 'M30 12c-8 7-13 16-15 26h15z'),
      cut('brown', 'M6 42h52c-3 9-8 14-14 15H20C13 56 9 51 6 42z'),
    ],
    [line('M32.5 5v37', 2.4, 'bark'), line('M3 59c5-3 9-3 14 0s10 3 15 0 10-3 15 0 9 3 14 0', 2, 'blue')],
  ),
  Plane: drawing(
    'sky',
    [
      cut('white', 'M4 20l8-2 10 9 22-6c10-3 18 2 15 7-6 8-28 14-42 15C9 41 6 32 4 20z'),
      cut('blue', 'M26 33l14-4-3 27h-8z'),
      cut('blue', 'M34 23L22 9l7-2 17 14z'),
    ],
    [dab('navy', `${oval(29, 29, 1.8)}${oval(37, 27, 1.8)}`), cut('sea', 'M49 23c4-1 7 0 9 2-3 2-6 3-9 2z')],
  ),
  Bicycle: drawing(
    'petal',
    [],
    [
      line(`${oval(16, 44, 12)}${oval(48, 44, 12)}`, 3),
      line('M16 44l10-20h16l6 20M26 24l6 20h-16M32 44l10-20M22 24h8M42 24l-2-7h7', 2.6, 'red'),
      line('M21 23h10', 3.4),
      dab('ink', `${oval(16, 44, 2)}${oval(48, 44, 2)}${oval(32, 44, 2.6)}`),
    ],
  ),
  Rocket: drawing(
    'lilac',
    [
      pair(cut('red', 'M22 36L9 54l14-3z')),
      cut('orange', 'M24 50h16c-1 6-4 10-8 13-4-3-7-7-8-13z'),
      cut('white', fold('32 3 44 12 46 30 42 51 38 52 34 52 32 52')),
    ],
    [
      cut('red', 'M32 3c6 5 9 10 11 16H21C23 13 26 8 32 3z'),
      cut('sea', oval(32, 29, 5.5)),
      dab('yellow', 'M28 52h8c0 3-2 6-4 8-2-2-4-5-4-8z'),
    ],
  ),
  'Hot-air balloon': drawing(
    'sky',
    [cut('red', fold('32 3 52 3 58 22 44 40 40 44 38 45 32 45')), cut('brown', box(25, 51, 14, 10, 2))],
    [
      dab('yellow', 'M32 3c-10 8-10 32-4 42h8c6-10 6-34-4-42z'),
      line('M32 3C22 11 22 35 28 45M32 3c10 8 10 32 4 42M26 45l1 6M38 45l-1 6'),
    ],
  ),
  Tractor: drawing(
    'mint',
    [cut('green', 'M8 44V32h22l3-20h20v32z'), cut('coal', box(14, 18, 4, 15, 1))],
    [
      cut('sea', 'M36 16h13v12H34z'),
      cut('coal', oval(44, 46, 13)),
      cut('yellow', oval(44, 46, 6)),
      cut('coal', oval(15, 51, 8)),
      cut('yellow', oval(15, 51, 3.6)),
    ],
  ),
};

export const school = {
  Book: drawing(
    'peach',
    [cut('red', 'M4 16c10-3 20-2 28 3 8-5 18-6 28-3v38c-10-3-20-2-28 3-8-5-18-6-28-3z')],
    [
      cut('white', 'M8 13c9-2 17-1 24 4 7-5 15-6 24-4v36c-9-2-17-1-24 4-7-5-15-6-24-4z'),
      line(
        'M32 17v36M13 22c5-1 9 0 13 2M13 30c5-1 9 0 13 2M38 24c4-2 8-3 13-2M38 32c4-2 8-3 13-2M13 38c5-1 9 0 13 2',
        1.4,
      ),
    ],
  ),
  Pencil: drawing(
    'sky',
    [cut('yellow', 'M46 6l12 12-36 36-17 5 5-17z')],
    [
      cut('cream', 'M10 42l12 12-17 5z'),
      dab('ink', 'M7 53l4 4-6 2z'),
      cut('rose', 'M46 6l12 12-5 5-12-12z'),
      line('M16 48l33-33', 1.2, 'orange'),
    ],
  ),
  Backpack: drawing(
    'butter',
    [
      line('M24 14c0-10 16-10 16 0', 4),
      cut('blue', 'M12 24c0-9 9-13 20-13s20 4 20 13v34H12z'),
      cut('navy', box(6, 34, 8, 20, 3)),
      cut('navy', box(50, 34, 8, 20, 3)),
    ],
    [
      cut('red', box(18, 38, 28, 17, 4)),
      line('M18 44h28M12 28h40', 1.6),
      cut('yellow', box(29.5, 42, 5, 6, 1)),
    ],
  ),
  Scissors: drawing(
    'mint',
    [cut('grey', 'M33 34L47 6c4 3 4 7 2 11L36 38zM31 34L17 6c-4 3-4 7-2 11l13 21z')],
    [
      line(`${oval(22, 49, 8)}${oval(42, 49, 8)}`, 5),
      line(`${oval(22, 49, 8)}${oval(42, 49, 8)}`, 3, 'red'),
      line('M28 38l-3 5M36 38l3 5', 4),
      dab('ink', oval(32, 35, 1.8)),
    ],
  ),
  Globe: drawing(
    'lilac',
    [
      cut('bark', 'M20 60c2-5 22-5 24 0z'),
      strip('tan', 4, 'M32 56v-5M14 12a25 25 0 0 0 36 36'),
      cut('blue', oval(33, 27, 19)),
    ],
    [
      dab(
        'leaf',
        'M20 18c6-8 14-8 17-6 1 4-3 5-5 8 2 4-3 7-6 11-5-2-8-7-6-13zM39 24c5-3 9-1 12 2 0 8-4 13-9 16-4-4-6-12-3-18z',
      ),
      line(oval(33, 27, 19)),
    ],
  ),
  Paints: drawing(
    'petal',
    [
      cut(
        'tan',
        'M32 8C14 8 4 20 5 34c1 13 13 23 27 22 8 0 5-6 4-9-2-5 3-8 9-7 8 1 14-1 14-10C59 17 48 8 32 8z',
      ),
    ],
    [
      cut('red', oval(20, 23, 4.5)),
      cut('yellow', oval(33, 17, 4.5)),
      cut('blue', oval(46, 23, 4.5)),
      cut('green', oval(15, 37, 4.5)),
      cut('purple', oval(25, 46, 4.5)),
    ],
  ),
  Clock: drawing(
    'sky',
    [
      pair(cut('brown', 'M15 52l-5 8h6l5-5z')),
      pair(cut('yellow', oval(17, 13, 8))),
      cut('red', oval(32, 34, 23)),
    ],
    [
      cut('white', oval(32, 34, 18)),
      line('M32 34V22M32 34l8 5', 2.4),
      line('M32 18v3M32 47v3M16 34h3M45 34h3', 1.6),
      dab('ink', oval(32, 34, 2)),
    ],
  ),
  Bell: drawing(
    'butter',
    [cut('brown', oval(32, 55, 6)), cut('yellow', fold('32 9 48 9 46 34 55 46 57 50 55 51 32 51'))],
    [line('M12 46h40', 1.4), line('M32 9V4', 4), dab('white', oval(23, 26, 2.5, 8, 10))],
  ),
  Medal: drawing(
    'lagoon',
    [cut('blue', 'M16 4h12l8 24H26z'), cut('red', 'M48 4H36l-8 24h10z'), cut('yellow', oval(32, 42, 18))],
    [line(oval(32, 42, 13)), cut('orange', star(32, 42, 9))],
  ),
};

export const things = {
  Ball: drawing(
    'mint',
    [cut('white', oval(32, 33, 25))],
    [
      cut('coal', 'M32 24l9 6-3 10H26l-3-10z'),
      cut(
        'coal',
        'M32 8c4 0 7 1 10 2l-10 6-10-6c3-1 6-2 10-2zM8 27c2-6 5-10 9-13l1 11-8 8zM56 27c-2-6-5-10-9-13l-1 11 8 8zM15 51l3-10 9 4 1 12c-5-1-9-3-13-6zM49 51l-3-10-9 4-1 12c5-1 9-3 13-6z',
      ),
    ],
  ),
  Kite: drawing(
    'sky',
    [cut('red', 'M38 4L10 20l10 28z'), cut('yellow', 'M38 4l16 24-34 20z')],
    [
      line('M38 4L20 48M10 20l44 8'),
      line('M20 48c-4 4 4 6 0 10s-8 0-10 3', 1.6),
      cut('blue', 'M20 51l6-2v6zM20 51l-6-2v6z'),
    ],
  ),
  Present: drawing(
    'lilac',
    [cut('blue', box(9, 30, 46, 29, 2)), cut('blue', box(5, 21, 54, 11, 2))],
    [
      cut('yellow', box(27, 21, 10, 38, 0.5)),
      cut('yellow', 'M32 21c-14 2-20-6-14-12 6-4 12 4 14 12zM32 21c14 2 20-6 14-12-6-4-12 4-14 12z'),
    ],
  ),
  Crown: drawing(
    'petal',
    [cut('yellow', 'M8 54L4 20l15 13L32 10l13 23 15-13-4 34z')],
    [
      line('M9 46h46', 1.6),
      cut('red', oval(32, 40, 3.6)),
      pair(cut('blue', oval(18, 41, 2.8))),
      cut('rose', oval(32, 9, 3.4)),
      pair(cut('rose', oval(5, 19, 3))),
    ],
  ),
  Key: drawing(
    'sand',
    [
      cut('yellow', 'M22 26a14 14 0 1 1-1 20 14 14 0 0 1 1-20zM12 36a6 6 0 1 0 12 0 6 6 0 0 0-12 0z'),
      cut('yellow', 'M31 32h29v12h-6v-5h-5v5h-6v-5H31z'),
    ],
    [],
  ),
  Lamp: drawing(
    'lilac',
    [
      strip('brown', 4, 'M32 34v20'),
      cut('brown', 'M18 60c2-7 26-7 28 0z'),
      cut('yellow', 'M22 8h20l12 28H10z'),
    ],
    [line('M48 36v9', 1.4), dab('ink', oval(48, 46, 1.4)), dab('white', 'M25 12h6l-4 20h-9z')],
  ),
  Drum: drawing(
    'butter',
    [cut('red', 'M8 26v22c0 6 48 6 48 0V26z'), cut('cream', oval(32, 26, 24, 9))],
    [
      line('M8 28l9 24 7-19 8 21 8-21 8 19 8-24', 1.6, 'yellow'),
      strip('brown', 3.6, 'M14 5l16 19'),
      strip('brown', 3.6, 'M52 6L36 23'),
      cut('tan', oval(31, 25, 2.6)),
      cut('tan', oval(35, 24, 2.6)),
    ].flat(),
  ),
  Guitar: drawing(
    'peach',
    [
      strip('brown', 6, 'M36 30L54 9'),
      cut('bark', 'M51 3l9 8-5 5-8-8z'),
      cut('orange', 'M12 36c5-6 9-4 13-7s11-2 14 2c4 4 3 10-1 13s-2 8-8 13-17 4-21-1-4-14 3-20z'),
    ],
    [cut('bark', oval(28, 40, 5)), line('M17 51L53 11', 1.2, 'cream'), strip('bark', 3, 'M13 48l7 7')].flat(),
  ),
  Balloon: drawing(
    'sky',
    [cut('red', fold('32 4 52 4 52 30 32 43 32 43 32 43 32 43')), cut('red', 'M32 42l5 6H27z')],
    [line('M32 48c-5 5 5 8 0 14', 1.6), dab('white', oval(24, 17, 3, 6, 20))],
  ),
  'Treasure chest': drawing(
    'lagoon',
    [
      cut('brown', 'M7 30C7 16 14 12 20 12h24c6 0 13 4 13 18z'),
      cut('brown', box(6, 34, 52, 24, 2)),
      cut('yellow', 'M9 36c3-8 8-3 11-7s8 2 12-1 8 3 12 0 9 2 11 8z'),
    ],
    [
      line('M6 36h52M18 12v18M46 12v18M18 36v22M46 36v22', 1.6),
      cut('yellow', box(27, 36, 10, 11, 2)),
      dab('ink', oval(32, 41, 1.8)),
    ],
  ),
  Umbrella: drawing(
    'sky',
    [
      cut(
        'purple',
        'M4 36C5 18 17 8 32 8s27 10 28 28c-4-5-10-5-14 0-4-5-10-5-14 0-4-5-10-5-14 0-4-5-10-5-14 0z',
      ),
    ],
    [line('M32 8C22 14 18 24 18 36M32 8c10 6 14 16 14 28M32 8V4', 1.2), line('M32 32v20c0 8 10 8 10 1', 3)],
  ),
  'Red hat': drawing(
    'butter',
    [cut('red', 'M16 44L20 16c6-5 18-5 24 0l4 28z'), cut('red', oval(32, 46, 28, 8))],
    [cut('yellow', 'M17 35c10 4 20 4 30 0l1 7c-10 4-22 4-32 0z')],
  ),
  'Magic wand': drawing(
    'lilac',
    [strip('coal', 6, 'M8 57l30-32'), cut('yellow', star(44, 19, 16))],
    [cut('white', star(15, 20, 5)), cut('white', star(26, 8, 3.6)), cut('white', star(53, 46, 5))],
  ),
  Heart: drawing('petal', [cut('red', heart(32, 36, 50))], [dab('white', oval(19, 24, 4, 7, 40))]),
};
