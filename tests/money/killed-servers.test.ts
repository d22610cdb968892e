import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killGates } from './killed/gates.ts';
import { KillRounds } from './killed/round.ts';

let rounds: KillRounds;
beforeAll(async () => {
  rounds = await KillRounds.open();
});
afterAll(() => rounds.close());

describe('a server that is killed', () => {
  it.each(killGates)('%s leaves one order, one document, one letter and one refund of each', async (gate) => {
    expect(await rounds.play(gate)).toEqual({
      killed: true,
      orders: 1,
      captured: 800,
      documents: ['credit-note', 'order'],
      letters: 2,
      refunds: ['done'],
      refundsAtProvider: 1,
      refundedAtProvider: 800,
    });
  });
});
