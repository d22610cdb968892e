import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultRounds } from '../support/fault-rounds.ts';
import { seedsOf } from '../support/pinned-seeds.ts';

// tests/explore/faults.test.ts plays fifty.
const rounds = 5;
const seeds = seedsOf('faults').flatMap((seed) => Array.from({ length: rounds }, (_, round) => seed + round));
let world: FaultRounds;

beforeAll(async () => {
  world = await FaultRounds.open();
});

afterAll(() => world.close());

describe('two teachers on a network that fails in every way, before a server that is killed', () => {
  it.each(seeds)('lose nothing and make nothing twice (seed %i)', async (seed) => {
    const { story, onServer, onScreens } = await world.play(seed);
    expect(onServer, story).toEqual(onScreens);
  });
});
