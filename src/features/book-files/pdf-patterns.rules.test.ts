import { describe, expect, it } from 'vitest';
import { isEndless, type DrawingSteps } from './pdf-patterns.rules.ts';

const steps = (...argsArray: unknown[]): DrawingSteps => ({ argsArray });
const pattern = (across: number, down: number, inside = steps()) =>
  ['TilingPattern', null, inside, null, [0, 0, 100, 100], across, down, 1, 1] as const;

describe('a pattern of a PDF', () => {
  it.each([
    ['each stands beside the other', steps(pattern(100, 100))],
    ['they overlap', steps(null, [1, 2], pattern(10, -10))],
    ['there is none', steps(['x'], null, [])],
    ['one is filled with another', steps(pattern(100, 100, steps(pattern(50, 50))))],
  ])('is drawn where %s', (_what, page) => {
    expect(isEndless(page)).toBe(false);
  });

  it.each([
    ['its steps are tiny', steps(pattern(0.00001, 0.00001))],
    ['it makes no step', steps(pattern(100, 0))],
    ['its steps are no numbers', steps(pattern(Number.NaN, 1))],
    ['one in it is so', steps(pattern(100, 100, steps(pattern(-0.001, 0.001))))],
  ])('is not drawn where %s', (_what, page) => {
    expect(isEndless(page)).toBe(true);
  });
});
