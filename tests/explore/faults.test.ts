import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exploreUntil } from '../support/explore-until.ts';
import { FaultRounds } from '../support/fault-rounds.ts';
import { seedsOf } from '../support/pinned-seeds.ts';

const rounds = 50;
const [seed = 0] = seedsOf('faults');
let world: FaultRounds;

beforeAll(async () => {
  world = await FaultRounds.open();
});

afterAll(() => world.close());

describe('two teachers on a network that fails in every way, before a server that is killed', () => {
  it(`lose nothing and make nothing twice in ${rounds} rounds, as many as the time allows`, async () => {
    const until = exploreUntil(0.2);
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
