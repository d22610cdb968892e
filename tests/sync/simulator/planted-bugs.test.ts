import { describe, expect, it } from 'vitest';
import { isFoundSoon, itFinds } from './find-planted-bugs.ts';
import { plantedBugs } from './planted-bugs.ts';

const soon = plantedBugs.filter(isFoundSoon);

itFinds(soon);

describe('of the planted bugs', () => {
  it('a dozen are here, one for each law at least', () => {
    expect(soon.length).toBe(12);
    expect(new Set(soon.map(({ law }) => law))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  });
});
