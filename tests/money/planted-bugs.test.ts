import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { History } from './simulator/history.ts';
import { plantedBugs } from './simulator/planted-bugs.ts';
import { MoneyWorld } from './simulator/world.ts';

describe('the simulator finds that', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await MoneyWorld.open();
  });
  afterAll(() => world.close());

  it.each(plantedBugs)('$name (law $law)', async ({ law, plant, history }) => {
    const violations = await new History(world, plant).run(history);
    expect(violations.join('\n')).toContain(`law ${law}: `);
    expect(await new History(world).run(history)).toEqual([]);
  });

  it('one for each law of money', () => {
    expect(plantedBugs.map(({ law }) => law)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });
});
