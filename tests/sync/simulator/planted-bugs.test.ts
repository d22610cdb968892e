import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { History } from './history.ts';
import { plantedBugs } from './planted-bugs.ts';
import { firstViolation } from './run-histories.ts';
import { SimulatedWorld } from './world.ts';

const minute = 60_000;
/** Fixed: what is shown here is that each bug is found, and a seed that finds it soon keeps the test short. */
const seed = 20_261_121;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await SimulatedWorld.open();
});
afterAll(() => world.close());

describe('the simulator finds', () => {
  it.each(plantedBugs)(
    '$name (law $law)',
    async ({ law, plant }) => {
      const found = await firstViolation(world, { seed, histories: 150, plant, law });
      expect(found?.violations.join('\n') ?? '').toContain(`law ${law}: `);
      expect(await new History(world).run(found?.commands ?? [])).toEqual([]);
    },
    10 * minute,
  );

  it('as many as were planted, and more than a dozen', () => {
    expect(plantedBugs.length).toBeGreaterThan(12);
    expect(new Set(plantedBugs.map(({ law }) => law))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  });
});
