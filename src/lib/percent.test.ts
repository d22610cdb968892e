import { describe, expect, it } from 'vitest';
import { percentText, readPercent } from './percent.ts';

describe('a percentage', () => {
  it.each([
    ['12.5', 1250],
    ['12,55 %', 1255],
    ['0', 0],
    ['100', 10_000],
    ['100.01', null],
    ['12.555', null],
    ['-1', null],
    ['', null],
    ['ten', null],
  ])('typed as “%s” is %s basis points', (typed, basisPoints) => {
    expect(readPercent(typed)).toBe(basisPoints);
  });

  it('is shown as it can be typed', () => {
    expect([0, 5, 1250, 10_000].map((each) => readPercent(percentText(each)))).toEqual([0, 5, 1250, 10_000]);
  });
});
