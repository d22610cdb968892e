import { afterAll, beforeAll, expect, it } from 'vitest';
import { exploreUntil } from '../support/explore-until.ts';
import { drawnSeed, pinnedSeeds } from '../support/pinned-seeds.ts';
import { runDrawn } from '../money/simulator/run-histories.ts';
import { MoneyWorld } from '../money/simulator/world.ts';

const histories = 2000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await MoneyWorld.open();
});
afterAll(() => world.close());

it(`the laws of money hold in ${histories} histories, as many as the time allows`, async () => {
  const seed = drawnSeed('money') ?? pinnedSeeds.money[0];
  const ran = await runDrawn(world, { seed, histories, until: exploreUntil(0.3) });
  console.log(`${ran.histories} of ${histories} histories of money, ${ran.executed} commands`);
  expect(ran.histories).toBeGreaterThan(0);
});
