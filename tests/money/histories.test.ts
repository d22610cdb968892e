import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawnSeed, pinnedSeeds } from '../support/pinned-seeds.ts';
import { historiesOfRun } from '../sync/simulator/run-histories.ts';
import { historiesPerSeed, runDrawn, runPinned } from './simulator/run-histories.ts';
import { MoneyWorld } from './simulator/world.ts';

const minute = 60_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await MoneyWorld.open();
});
afterAll(() => world.close());

it(
  'the laws of money hold in any history of buyers, banks, webhooks, deaths and refunds',
  async () => {
    const drawn = drawnSeed('money');
    const wanted = historiesOfRun();
    const isPinned = drawn === null && wanted === null;
    const histories = wanted ?? historiesPerSeed;
    const seed = drawn ?? pinnedSeeds.money[0];
    const ran = isPinned ? await runPinned(world) : await runDrawn(world, { seed, histories });
    console.log(`${ran.histories} histories, ${ran.executed} commands, ${ran.deaths} deaths`);
    expect(ran.histories).toBeGreaterThanOrEqual(histories);
    // A generator that does nothing would break no law.
    expect(ran.executed).toBeGreaterThan(ran.histories * 20);
    expect(ran.deaths).toBeGreaterThan(ran.histories / 2);
  },
  180 * minute,
);
