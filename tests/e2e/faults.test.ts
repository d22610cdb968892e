import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultRounds, faultSeed } from '../support/fault-rounds.ts';

// tests/explore/faults.test.ts plays fifty.
const rounds = 5;
const seed = faultSeed();
let world: FaultRounds;

beforeAll(async () => {
  console.log(`FAULT_SEED=${seed}`);
  world = await FaultRounds.open();
});

afterAll(() => world.close());

describe('two teachers on a network that fails in every way, before a server that is killed', () => {
  it.each(Array.from({ length: rounds }, (_, round) => [round + 1, seed + round] as const))(
    'lose nothing and make nothing twice: round %i',
    async (_round, roundSeed) => {
      const { story, onServer, onScreens } = await world.play(roundSeed);
      expect(onServer, story).toEqual(onScreens);
    },
  );
});
