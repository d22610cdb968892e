import { expect } from 'vitest';
import { historiesOfRun, runHistories, seedOfRun } from './run-histories.ts';
import { SimulatedWorld } from './world.ts';

/** As many as `npm test` runs; two files share them, because two cores do more than one. */
const usual = 200;
/** Commands that an average history executes at least, so that a generator that does nothing is noticed. */
const commandsEach = 50;

/** Further than any number of histories reaches. */
const seedsApart = 1_000_003;

/** Runs one half of the histories. Each half has a seed of its own, which follows from the one that is printed. */
export async function runHalf(half: 0 | 1): Promise<void> {
  const world = await SimulatedWorld.open();
  try {
    const wanted = historiesOfRun(usual);
    const histories = half === 0 ? Math.ceil(wanted / 2) : Math.floor(wanted / 2);
    const seed = seedOfRun();
    console.log(`SYNC_SEED=${seed} (half ${half + 1} of 2)`);
    const done = await runHistories(world, { seed: seed + half * seedsApart, histories });
    console.log(`${done.histories} histories, ${done.executed} commands`);
    // A few histories may be short ones by chance.
    if (histories >= 50) expect(done.executed).toBeGreaterThanOrEqual(histories * commandsEach);
    else expect(done.histories).toBe(histories);
  } finally {
    await world.close();
  }
}
