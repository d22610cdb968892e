import { cheeks, cut, dab, drawing, eye, eyes, fluff, fold, line, oval, pair, strip } from './paper-cut.ts';

export const garden = {
  parrot: drawing(
    'mint',
    [
      cut('blue', 'M22 44c0 7-4 13-10 19h9c6-3 9-8 10-15z'),
      cut('red', 'M20 18C22 7 44 4 48 20c2 9 0 19-6 26-5 6-13 9-22 10 2-5 2-9 1-16-1-8-2-15-1-22z'),
      cut('coal', 'M46 16c9-1 14 6 11 15-2-4-6-6-11-7z'),
    ],
    [
      cut('white', 'M34 15c7-3 13 0 14 6-1 6-6 8-11 6-5-3-6-8-3-12z'),
      eye(41, 20, 2.7),
      cut('yellow', 'M20.5 28c6-1 12 1 14 6-4 6-9 9-13 10 0-6-1-11-1-16z'),
      cut('blue', 'M21 40c5-1 11-3 14-6 2 8-4 17-15 22 2-5 2-9 1-16z'),
      strip('bark', 5, 'M12 57h40'),
      cut('coal', 'M28.5 55.5c0-2.5 3-2.5 3 0v2.5h-3zM33 55.5c0-2.5 3-2.5 3 0v2.5h-3z'),
      cut('leaf', 'M46 55c0-5 4-8 9-8 1 5-3 9-9 8z'),
    ],
  ),
  butterfly: drawing(
    'lilac',
    [
      pair(cut('orange', 'M30 32C28 17 15 5 6 8c-6 2-4 16 2 24 5 6 14 6 22 2z')),
      pair(cut('yellow', 'M30 34c-10-1-20 5-20 13 0 9 8 13 14 9 5-4 6-12 6-22z')),
      strip('coal', 6, 'M32 27v27'),
      cut('coal', oval(32, 23, 7, 6.5)),
    ],
    [
      pair(line('M30 17c-1-5-4-8-8-9')),
      pair(dab('ink', oval(21.5, 8, 1.8))),
      pair(dab('white', oval(11, 17, 3.2, 4, -25))),
      pair(dab('rust', oval(20, 25, 3.8, 2.8, 40))),
      pair(dab('orange', oval(19, 47, 4, 4.5))),
      dab('white', oval(29.3, 22, 2.2) + oval(34.7, 22, 2.2)),
      dab('ink', oval(29.7, 22.3, 1.2) + oval(34.3, 22.3, 1.2)),
      line('M29.5 26c1.5 1.2 3.5 1.2 5 0', 1.1, 'white'),
    ],
  ),
  bee: drawing(
    'sky',
    [
      cut('white', 'M34 26C26 20 24 8 31 5s14 8 11 21z'),
      cut('white', 'M38 27c-1-10 6-20 14-18s6 15-4 21z'),
      cut('coal', 'M55 38l8 3-8 4z'),
      cut('yellow', 'M5 41C5 30 15 24 28 24c17 0 29 6 29 17S46 58 29 58C15 58 5 52 5 41z'),
    ],
    [
      line('M15 27C14 20 11 17 7 17M21 25c0-7-2-11-6-13'),
      dab('ink', oval(6.5, 16.8, 1.9) + oval(14.5, 11.8, 1.9)),
      dab(
        'coal',
        'M29 24.3c5 10 5 23 0 33.5l6.5-.4c4-10 4-22 0-33zM43 25.7c4 9 4 21 0 30.5l6-2.7c3-8 3-17 0-25z',
      ),
      eye(15, 38, 2.8),
      line('M10 46c2 2.5 6 2.5 8 0'),
      dab('blush', oval(21.5, 45, 3, 2.1)),
    ],
  ),
  ladybird: drawing(
    'mint',
    [
      pair(strip('coal', 3.2, 'M16 34L6 30M14 44L4 45M17 53l-8 6')),
      pair(strip('coal', 2.4, 'M27 12C26 6 23 3 18 3')),
      cut('coal', fold('32 9 41 9 46 15 46 24 46 28 40 30 32 30')),
      cut('red', fold('32 23 46 23 54 31 54 42 54 53 44 61 32 61')),
    ],
    [
      line('M32 24v37', 2),
      pair(dab('coal', oval(22.5, 34, 4, 4.4))),
      pair(dab('coal', oval(19, 46.5, 3.6, 4))),
      pair(dab('coal', oval(27, 52.5, 2.8, 3))),
      dab('white', oval(26, 16.5, 3.9) + oval(38, 16.5, 3.9)),
      dab('ink', oval(26.7, 17, 2.1) + oval(37.3, 17, 2.1)),
      line('M29 21.5c2 1.4 4 1.4 6 0', 1.3, 'white'),
    ],
  ),
  flamingo: drawing(
    'lagoon',
    [
      strip('pink', 2.9, 'M43 44l8 6-11 4M36 44v17M31 61h8'),
      strip('rose', 6.5, 'M28 37C12 41 8 31 16 25c8-6 9-14 2-16'),
      cut('rose', 'M21 35c3-8 14-11 22-8 7 1 12-1 17-5 1 11-6 24-20 25-11 1-20-4-19-12z'),
      cut('rose', oval(17, 10.5, 7.2, 6.2)),
    ],
    [
      dab('rose', 'M19 33.5c4-2 8-1 9 2s-1 5-4 5.2c-3-.3-6-2-5-7.2z'),
      cut('white', 'M11 9c-5 1-7 4-7 8l5 2c2-2 3-4 4-7z'),
      cut('coal', 'M4 16c0 3 1 6 3 7 2-1 2-3 2.5-4.5z'),
      eye(17, 9.5, 2),
      cut('pink', 'M31 35c7-3 15-3 22-5-1 8-6 12-13 12-5 0-8-3-9-7z'),
      line('M40 37.5c3 0 6-1 8-2.5'),
      dab('blush', oval(20.5, 13.5, 1.9, 1.4)),
    ],
  ),
  dinosaur: drawing(
    'peach',
    [
      cut('orange', 'M8 46l1-9 7 3 1-10 8 4 3-10 7 7 6-6 2 12z'),
      cut(
        'teal',
        'M2 55C9 54 9 47 13 42c5-8 13-11 20-10 6 1 8-4 8-11C41 11 46 6 52 6c7 0 10 5 10 10s-4 6-8 6c-2 0-3 2-3 5 0 10-2 18-4 22v11h-8v-8c-4 1-9 1-13 0v8h-8V52C14 56 7 58 2 55z',
      ),
    ],
    [
      eye(52, 13.5, 2.2),
      line('M54 18.5c2 .5 4 0 6-1.5'),
      dab('blush', oval(48.5, 18, 2.4, 1.7)),
      dab(
        'green',
        oval(24, 41, 2.6, 2.2) + oval(32, 38, 2.2, 1.9) + oval(36, 45, 2.4, 2) + oval(20, 48.5, 1.8, 1.6),
      ),
      line('M18 60h0M41 60v-2M44 60v-2M20 60v-2M23 60v-2', 1.2),
    ],
  ),
  caterpillar: drawing(
    'sky',
    [
      strip('bark', 2.6, 'M13 53v7M24 52v8M35 52v8'),
      cut('leaf', oval(11, 46, 8)),
      cut('green', oval(21, 42, 9)),
      cut('leaf', oval(32, 43, 9.5)),
      strip('bark', 2.4, 'M43 19c-1-6-4-9-8-9M51 19c1-6 4-9 8-9'),
      cut('green', oval(47, 33, 15)),
    ],
    [
      dab('red', oval(34.5, 10, 2.6) + oval(59.5, 10, 2.6)),
      eye(42, 31, 2.6),
      eye(52, 31, 2.6),
      dab('blush', oval(37.5, 37.5, 2.8, 2) + oval(56.5, 37.5, 2.8, 2)),
      line('M43 39c2 3 6 3 8 0'),
      dab('yellow', oval(9.5, 45, 2) + oval(19.5, 40, 2.2) + oval(29, 41, 2.2)),
    ],
  ),
  peacock: drawing(
    'butter',
    [
      cut('teal', fluff(32, 36, 27, 26, 13, 90)),
      cut('green', fluff(32, 38, 17, 16, 9, 90)),
      cut('blue', fold('32 18 39 18 41.5 24 39.5 30 38.5 35 46 41 46 50 46 58 41 62 32 62')),
    ],
    [
      ...[178, 204, 230, 256, 284, 310, 336, 2].flatMap((turn) => {
        const x = Math.round(32 + 23.5 * Math.cos((turn * Math.PI) / 180));
        const y = Math.round(36 + 22.5 * Math.sin((turn * Math.PI) / 180));
        return [cut('yellow', oval(x, y, 3.4)), dab('navy', oval(x, y, 1.7))];
      }),
      line('M32 18v-4M29.5 18.5l-2-3M34.5 18.5l2-3'),
      dab('navy', oval(32, 13, 1.4) + oval(27, 14.5, 1.4) + oval(37, 14.5, 1.4)),
      eyes(28, 25.5, 2.1),
      cut('yellow', 'M29.5 28.5h5L32 33z'),
      cheeks(26, 30, 1.7),
      line('M26 45c2 2 4 2 6 0 2 2 4 2 6 0M26 52c2 2 4 2 6 0 2 2 4 2 6 0'),
    ],
  ),
};
