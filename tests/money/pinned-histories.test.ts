import { describe, expect, it } from 'vitest';
import { deliveries, payoutActs, peerActs, type Command } from './simulator/commands.ts';
import { pinnedHistories } from './simulator/run-histories.ts';
import { wireCalls, wireFaults } from './simulator/wire.ts';

const commands = pinnedHistories().flatMap((history) => history.commands);

const kinds: Record<Command['do'], true> = {
  quote: true,
  place: true,
  'place again': true,
  'pay another way': true,
  check: true,
  'everything at once': true,
  'at the provider': true,
  events: true,
  'staff refund': true,
  'buyer returns': true,
  download: true,
  make: true,
  'cannot make': true,
  price: true,
  'take down': true,
  'put back': true,
  time: true,
  fault: true,
  outage: true,
  'hold is over': true,
  'prepare payout': true,
  'payout goes on': true,
  death: true,
  child: true,
};

describe('the histories of money in the gate', () => {
  it('are the same in each run, and 50 at least', () => {
    expect(pinnedHistories().length).toBeGreaterThanOrEqual(50);
    expect(pinnedHistories().flatMap((history) => history.commands)).toEqual(commands);
  });

  it.each(Object.keys(kinds))('hold the command %s', (kind) => {
    expect(commands.filter((command) => command.do === kind).length).toBeGreaterThanOrEqual(5);
  });

  it.each(peerActs)('%s at a provider', (act) => {
    expect(commands.filter((each) => each.do === 'at the provider' && each.act === act)).not.toEqual([]);
  });

  it.each(payoutActs)('%s a payout', (act) => {
    expect(commands.filter((each) => each.do === 'payout goes on' && each.act === act)).not.toEqual([]);
  });

  it.each(deliveries)('deliver events %s', (how) => {
    expect(commands.filter((each) => each.do === 'events' && each.how === how)).not.toEqual([]);
  });

  it.each(wireCalls.flatMap((call) => wireFaults.map((fault) => [fault, call] as const)))(
    'meet the fault %s at %s',
    (fault, call) => {
      const met = commands.filter(
        (each) => each.do === 'fault' && each.fault === fault && each.call === call,
      );
      expect(met).not.toEqual([]);
    },
  );
});
