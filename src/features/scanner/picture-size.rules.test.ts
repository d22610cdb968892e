import { describe, expect, it } from 'vitest';
import { middleSquare, within } from './picture-size.rules.ts';

describe('the size of a picture', () => {
  it.each([
    [{ width: 4000, height: 3000 }, 1200, { width: 1200, height: 900 }],
    [{ width: 3000, height: 4000 }, 1200, { width: 900, height: 1200 }],
    [{ width: 640, height: 480 }, 1200, { width: 640, height: 480 }],
    [{ width: 9000, height: 2 }, 900, { width: 900, height: 1 }],
  ])('%o within %i pixels is %o', (size, longest, expected) => {
    expect(within(longest, size)).toEqual(expected);
  });

  it.each([
    [
      { width: 1920, height: 1080 },
      { x: 420, y: 0, edge: 1080 },
    ],
    [
      { width: 480, height: 640 },
      { x: 0, y: 80, edge: 480 },
    ],
    [
      { width: 481, height: 480 },
      { x: 0, y: 0, edge: 480 },
    ],
  ])('of %o the middle is %o', (size, expected) => {
    expect(middleSquare(size)).toEqual(expected);
  });
});
