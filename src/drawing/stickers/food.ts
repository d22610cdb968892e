import { cut, dab, drawing, fold, line, oval, pair } from '#src/ui/pictures/paper-cut.ts';
import { box } from './shapes.ts';

export const food = {
  Apple: drawing(
    'mint',
    [cut('red', fold('32 21 40 14 57 16 55 34 54 48 42 60 32 56'))],
    [
      line('M32 22c0-6 1-9 3-12', 2),
      cut('leaf', 'M35 17c2-7 8-10 14-9-1 6-6 10-14 9z'),
      dab('blush', oval(19, 31, 3, 6, 20)),
    ],
  ),
  Banana: drawing(
    'sky',
    [cut('yellow', 'M13 14c3 19 15 32 37 31 5 0 7 5 3 7-25 10-48-8-47-36 0-4 6-5 7-2z')],
    [dab('bark', 'M6 16c0-5 7-6 7-2l1 4-7 1zM50 45c5 0 7 5 3 7l-4 1-1-8z'), line('M11 26c4 13 15 22 31 23')],
  ),
  Pear: drawing(
    'butter',
    [cut('green', fold('32 12 40 12 40 21 42 29 44 35 52 38 52 47 52 56 42 59 32 58'))],
    [
      line('M32 13c0-4 1-6 3-8', 2),
      cut('leaf', 'M34 10c3-5 8-6 13-4-3 5-8 6-13 4z'),
      dab('white', oval(23, 44, 2.5, 5, 20)),
    ],
  ),
  Strawberry: drawing(
    'lagoon',
    [cut('red', fold('32 19 43 13 55 20 53 32 51 45 40 57 32 60'))],
    [
      cut('leaf', 'M32 24l-9 3 3-8-9-4 10-1 5-8 5 8 10 1-9 4 3 8z'),
      dab(
        'yellow',
        `${oval(20, 33, 1, 1.6)}${oval(28, 36, 1, 1.6)}${oval(37, 35, 1, 1.6)}${oval(45, 32, 1, 1.6)}${oval(25, 45, 1, 1.6)}${oval(33, 47, 1, 1.6)}${oval(41, 43, 1, 1.6)}${oval(32, 55, 1, 1.6)}`,
      ),
    ],
  ),
  Cherries: drawing(
    'petal',
    [cut('red', oval(20, 46, 11)), cut('red', oval(43, 49, 11))],
    [
      line('M20 36C22 24 30 14 42 9M43 39c0-12 0-20-1-30', 2),
      cut('leaf', 'M42 9c-9-5-17-3-22 3 8 4 16 3 22-3z'),
      dab('white', `${oval(16, 42, 2, 3, 20)}${oval(39, 45, 2, 3, 20)}`),
    ],
  ),
  Grapes: drawing(
    'mint',
    [
      cut('purple', oval(20, 26, 7)),
      cut('purple', oval(44, 26, 7)),
      cut('purple', oval(32, 25, 7)),
      cut('purple', oval(26, 37, 7)),
      cut('purple', oval(38, 37, 7)),
      cut('purple', oval(32, 49, 7)),
    ],
    [
      line('M32 19V9', 2),
      cut('leaf', 'M32 14c5-8 12-9 18-5-4 7-11 8-18 5z'),
      dab('white', `${oval(29, 22, 1.6)}${oval(23, 34, 1.6)}${oval(35, 34, 1.6)}${oval(29, 46, 1.6)}`),
    ],
  ),
  Watermelon: drawing(
    'sky',
    [cut('leaf', 'M5 25h54a27 27 0 0 1-54 0z')],
    [
      dab('white', 'M8 25h48a24 24 0 0 1-48 0z'),
      dab('red', 'M11 25h42a21 21 0 0 1-42 0z'),
      dab(
        'ink',
        `${oval(22, 31, 1.2, 2)}${oval(32, 32, 1.2, 2)}${oval(42, 31, 1.2, 2)}${oval(27, 38, 1.2, 2)}${oval(37, 38, 1.2, 2)}`,
      ),
      line('M5 25h54a27 27 0 0 1-54 0z'),
    ],
  ),
  Carrot: drawing(
    'butter',
    [
      pair(cut('leaf', 'M32 22c-10-1-14-7-13-14 8 1 13 6 13 14z')),
      cut('green', 'M32 22c-5-6-5-12 0-18 5 6 5 12 0 18z'),
      cut('orange', fold('32 20 45 17 46 28 42 38 39 47 35 57 32 60')),
    ],
    [line('M21 29h9M43 36h-8M25 44h6M38 48h-5')],
  ),
  Bread: drawing(
    'peach',
    [cut('brown', 'M12 31C3 22 10 11 32 11s29 11 20 20v22H12z')],
    [
      dab('tan', 'M16 30c-8-8-1-15 16-15s24 7 16 15v19H16z'),
      line('M24 24l4 5M32 23l4 5M40 24l4 5', 1.6, 'brown'),
    ],
  ),
  Cheese: drawing(
    'lilac',
    [cut('yellow', 'M5 36l37-21c9 2 16 10 17 21v17H5z')],
    [
      line('M5 36h54'),
      cut('orange', oval(17, 44, 4)),
      cut('orange', oval(36, 47, 3)),
      cut('orange', oval(49, 42, 3.5)),
      cut('orange', oval(40, 27, 4, 2.6)),
    ],
  ),
  'Ice cream': drawing(
    'lagoon',
    [
      cut('tan', 'M19 34h26L32 61z'),
      cut('pink', 'M15 33a17 17 0 0 1 34 0c0 5-6 5-9 2-2 5-8 5-10 0-4 4-15 4-15-2z'),
    ],
    [
      line('M24 43l13 8M40 43l-13 8', 1, 'brown'),
      cut('red', oval(34, 13, 4)),
      line('M35 9c1-3 3-4 5-4'),
      dab('white', oval(23, 25, 2.5, 4, 30)),
    ],
  ),
  Cake: drawing(
    'petal',
    [
      cut('cream', box(11, 33, 42, 22, 4)),
      cut('rose', 'M11 36c0-9 5-11 21-11s21 2 21 11v3c-3 5-7 5-10 0-3 5-8 5-11 0-3 5-8 5-11 0-3 5-7 5-10 0z'),
    ],
    [
      cut('blue', box(30, 12, 4, 14, 1)),
      cut('yellow', 'M32 4c4 4 3 8 0 8s-4-4 0-8z'),
      line('M11 48h42', 1.4, 'rose'),
    ],
  ),
  Pizza: drawing(
    'mint',
    [cut('tan', 'M6 17c16-10 36-10 52 0l-3 7H9z'), cut('yellow', 'M9 23c15-8 31-8 46 0L32 60z')],
    [
      cut('red', oval(24, 27, 4.5)),
      cut('red', oval(40, 29, 4.5)),
      cut('red', oval(32, 43, 4)),
      dab('leaf', `${oval(32, 24, 2, 1.2, 30)}${oval(29, 35, 2, 1.2, 60)}`),
    ],
  ),
  Cookie: drawing(
    'sky',
    [cut('tan', oval(32, 33, 24, 23))],
    [
      cut('bark', oval(23, 26, 3)),
      cut('bark', oval(39, 24, 3.4)),
      cut('bark', oval(32, 37, 3.2)),
      cut('bark', oval(45, 39, 3)),
      cut('bark', oval(21, 43, 3.2)),
      cut('bark', oval(36, 49, 2.6)),
    ],
  ),
};
