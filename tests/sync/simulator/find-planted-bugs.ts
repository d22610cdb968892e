import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { History } from './history.ts';
import { plantedBugs } from './planted-bugs.ts';
import { pinnedSeeds } from '#tests/support/pinned-seeds.ts';
import { firstViolation, plantedHistories } from './run-histories.ts';
import { SimulatedWorld } from './world.ts';

const minute = 60_000;
/** The gate runs these histories too: what finds each bug here guards its law there. */
const [seed] = pinnedSeeds.plantedBugs;

/** One test for each: a history breaks its law with the bug, and none without it. */
export function itFindsPlantedBugs(): void {
  describe('the simulator finds', () => {
    let world: SimulatedWorld;
    beforeAll(async () => {
      world = await SimulatedWorld.open();
    });
    afterAll(() => world.close());

    it.each(plantedBugs)(
      '$name (law $law)',
      async ({ law, plant }) => {
        const found = await firstViolation(world, { seed, histories: plantedHistories, plant, law });
        expect(found?.violations.join('\n') ?? '').toContain(`law ${law}: `);
        expect(await new History(world).run(found?.commands ?? [])).toEqual([]);
      },
      10 * minute,
    );
  });
}
