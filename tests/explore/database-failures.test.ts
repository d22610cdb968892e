import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseRounds, databaseSeed } from '../support/database-rounds.ts';
import { exploreUntil } from '../support/explore-until.ts';

const rounds = 60;
const seed = databaseSeed();
let world: DatabaseRounds;

beforeAll(async () => {
  console.log(`DATABASE_SEED=${seed}`);
  world = await DatabaseRounds.open();
});

afterAll(() => world.close());

describe('two schools that work while connections are ended, the server is killed and columns come and go', () => {
  it(`lose nothing and hear nothing but 200 and 503 in ${rounds} rounds, as many as the time allows`, async () => {
    const until = exploreUntil(0.05);
    let played = 0;
    // One in any case, however late it is.
    while (played === 0 || (played < rounds && Date.now() < until)) {
      const { story, statuses, lost, twice } = await world.play(seed + played);
      expect({ statuses, lost, twice }, story).toEqual({ statuses: [], lost: [], twice: [] });
      played += 1;
    }
    console.log(`${played} of ${rounds} rounds`);
    expect(played).toBeGreaterThan(0);
  });
});
