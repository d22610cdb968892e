import { describe, expect, it } from 'vitest';
import { callNames } from './changes.ts';
import type { Command } from './commands.ts';
import { faults } from './network.ts';
import { pokeFates } from './pokes.ts';
import { pinnedHistories } from './run-histories.ts';

const commands = pinnedHistories().flatMap((history) => history.commands);

const kinds: Record<Command['do'], true> = {
  'sign in': true,
  'power cut': true,
  update: true,
  'open tab': true,
  wake: true,
  hide: true,
  show: true,
  'close tab': true,
  freeze: true,
  thaw: true,
  crash: true,
  change: true,
  'change elsewhere': true,
  faults: true,
  pokes: true,
  network: true,
  time: true,
  clock: true,
  'lose class': true,
  'gain class': true,
  restore: true,
  'new version': true,
  retry: true,
  discard: true,
};

describe('the histories of the gate', () => {
  it('are the same in each run, and 60 at least', () => {
    expect(pinnedHistories().length).toBeGreaterThanOrEqual(60);
    expect(pinnedHistories().flatMap((history) => history.commands)).toEqual(commands);
  });

  it.each(Object.keys(kinds))('hold the command %s', (kind) => {
    expect(commands.filter((command) => command.do === kind).length).toBeGreaterThanOrEqual(5);
  });

  it.each(callNames)('make the call %s', (name) => {
    expect(commands.filter((command) => command.do === 'change' && command.name === name)).not.toEqual([]);
  });

  it.each(faults)('meet the fault %s', (fault) => {
    expect(
      commands.filter((command) => command.do === 'faults' && command.faults.includes(fault)),
    ).not.toEqual([]);
  });

  it.each(pokeFates)('meet a poke that is %s', (fate) => {
    expect(commands.filter((command) => command.do === 'pokes' && command.fates.includes(fate))).not.toEqual(
      [],
    );
  });
});
