import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawnSeed, pinnedSeeds } from '../support/pinned-seeds.ts';
import { runHistories } from '../sync/simulator/run-histories.ts';
import { SimulatedWorld } from '../sync/simulator/world.ts';
import { exploreUntil } from '../support/explore-until.ts';

const histories = 2000;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await SimulatedWorld.open();
});
afterAll(() => world.close());

it(`the ten laws hold in ${histories} histories, as many as the time allows`, async () => {
  const seed = drawnSeed('histories') ?? pinnedSeeds.plantedBugs[0];
  const until = exploreUntil(0.35);
  const done = await runHistories(world, { seed, histories, until });
  console.log(`${done.histories} of ${histories} histories, ${done.executed} commands`);
  expect(done.histories).toBeGreaterThan(0);
});
