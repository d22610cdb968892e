import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killGates } from '../money/killed/gates.ts';
import { KillRounds } from '../money/killed/round.ts';
import { exploreUntil } from '../support/explore-until.ts';
import { drawnSeed, pinnedSeeds } from '../support/pinned-seeds.ts';

const most = 25;

let rounds: KillRounds;
beforeAll(async () => {
  rounds = await KillRounds.open();
});
afterAll(() => rounds.close());

it(`a killed server leaves nothing twice and nothing undone in ${most} rounds, as many as the time allows`, async () => {
  const seed = drawnSeed('money') ?? pinnedSeeds.money[0];
  const until = exploreUntil(0.3);
  let done = 0;
  for (const gate of fc.sample(fc.constantFrom(...killGates), { seed, numRuns: most })) {
    if (Date.now() >= until) break;
    expect(await rounds.play(gate), gate).toMatchObject({
      killed: true,
      orders: 1,
      documents: ['credit-note', 'order'],
      letters: 2,
      refunds: ['done'],
      refundsAtProvider: 1,
    });
    done += 1;
  }
  console.log(`${done} of ${most} rounds`);
  expect(done).toBeGreaterThan(0);
});
