import { describe, expect, it } from 'vitest';
import { itFindsPlantedBugs } from '../sync/simulator/find-planted-bugs.ts';
import { plantedBugs } from '../sync/simulator/planted-bugs.ts';

itFindsPlantedBugs();

describe('of the planted bugs', () => {
  it('there are more than twenty, one for each law at least', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(22);
    expect(new Set(plantedBugs.map(({ law }) => law))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  });
});
