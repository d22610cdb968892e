import { afterAll, beforeAll, expect, it } from 'vitest';
import { plantedBugs } from '../money/simulator/planted-bugs.ts';
import { firstViolation } from '../money/simulator/run-histories.ts';
import { MoneyWorld } from '../money/simulator/world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await MoneyWorld.open();
});
afterAll(() => world.close());

it.each(plantedBugs)('the histories of the gate find that $name (law $law)', async ({ law, plant }) => {
  const violations = await firstViolation(world, { plant, law });
  expect(violations?.join('\n') ?? '').toContain(`law ${law}: `);
});
