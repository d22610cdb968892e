import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longUntil } from '../support/long-until.ts';
import { FaultRounds, faultSeed } from '../support/fault-rounds.ts';

const rounds = 50;
const seed = faultSeed();
let world: FaultRounds;

beforeAll(async () => {
  console.log(`FAULT_SEED=${seed}`);
  world = await FaultRounds.open();
});

afterAll(() => world.close());

describe('two teachers on a network that fails in every way, before a server that is killed', () => {
  it(`lose nothing and make nothing twice in ${rounds} rounds, or as many as there is time for`, async () => {
    const until = longUntil(0.2);
    let played = 0;
    // One in any case, however late it is.
    while (played === 0 || (played < rounds && Date.now() < until)) {
      const { story, onServer, onScreens } = await world.play(seed + played);
      expect(onServer, story).toEqual(onScreens);
      played += 1;
    }
    console.log(`${played} of ${rounds} rounds`);
    expect(played).toBeGreaterThan(0);
  });
});
