import { cheeks, cut, dab, drawing, eyes, fold, line, oval, pair } from './paper-cut.ts';

/** Apart from the other animals because it also greets at sign-in, where the rest need not load. */
export const otter = drawing(
  'lagoon',
  [
    cut('brown', fold('32 38 45 38 52 50 53 68 53 68 32 68 32 68')),
    pair(cut('brown', oval(13, 18, 4.5))),
    cut('brown', fold('32 6 45 6 53 14 53 26 53 38 43 44 32 44')),
  ],
  [
    dab('tan', fold('32 46 40 46 45 54 45 66 45 66 32 66 32 66')),
    cut('cream', fold('32 24 39 23 47 28 47 34 47 40 40 43 32 43')),
    eyes(22, 21.5),
    cheeks(15, 29, 2.8),
    dab('ink', 'M26.5 26c1-3 10-3 11 0 .5 3-3.5 5.5-5.5 5.5s-6-2.5-5.5-5.5z'),
    line('M32 31v3.5m-6 .5c2.5 2.5 6 1.5 6-.5 0 2 3.5 3 6 .5'),
    line('M17 33l-9-1M17 36l-8 2M47 33l9-1M47 36l8 2', 1),
    cut(
      'rose',
      'M32 59c-4 0-9-4-9-9l4-1 1-2 4 1.5 4-1.5 1 2 4 1c0 5-5 9-9 9zM32 48.5v10M27 49l4 9M37 49l-4 9',
    ),
    pair(cut('brown', oval(22.5, 54.5, 4.6, 3.4, 20))),
  ],
);
