import { expect } from 'vitest';
import { drawnSeed } from '#tests/support/pinned-seeds.ts';
import { historiesOfRun, pinnedHistories, runHistories, runPinned } from './run-histories.ts';
import { SimulatedWorld } from './world.ts';

/** As many as run with a seed that is not pinned, unless `--histories` says how many. */
const usual = 200;
/** Commands that an average history executes at least, so that a generator that does nothing is noticed. */
const commandsEach = 50;

/** Further than any number of histories reaches. */
const seedsApart = 1_000_003;

/**
 * Runs one half of the histories: of the pinned ones every second, as the gate does it. With SYNC_SEED, EXPLORE=1 or
 * `--histories` both halves draw from a seed of their own, which follows from the one that is printed.
 */
export async function runHalf(half: 0 | 1): Promise<void> {
  const world = await SimulatedWorld.open();
  try {
    const { histories, executed } = await runIn(world, half);
    console.log(`${histories} histories, ${executed} commands`);
    // A few histories may be short ones by chance.
    if (histories >= 50) expect(executed).toBeGreaterThanOrEqual(histories * commandsEach);
    else expect(histories).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
}

async function runIn(world: SimulatedWorld, half: 0 | 1): Promise<{ histories: number; executed: number }> {
  const seed = drawnSeed('histories');
  const wanted = historiesOfRun();
  const pinned = pinnedHistories();
  if (seed === null && wanted === null) {
    const chosen = pinned.filter((_, place) => place % 2 === half);
    return { histories: chosen.length, executed: await runPinned(world, chosen) };
  }
  const all = wanted ?? usual;
  const histories = half === 0 ? Math.ceil(all / 2) : Math.floor(all / 2);
  const first = seed ?? pinned[0]?.seed ?? 0;
  const done = await runHistories(world, { seed: first + half * seedsApart, histories });
  expect(done.histories).toBe(histories);
  return done;
}
