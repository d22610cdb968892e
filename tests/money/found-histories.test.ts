import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from './simulator/commands.ts';
import { History } from './simulator/history.ts';
import { MoneyWorld } from './simulator/world.ts';

const later: Command = { do: 'time', seconds: 30 };
const aDay: Command = { do: 'time', seconds: 24 * 60 * 60 };
const check: Command = { do: 'check', order: 0 };
const atProvider = (act: Extract<Command, { do: 'at the provider' }>['act']): Command => ({
  do: 'at the provider',
  act,
  which: 0,
});
/** A digital and a printed edition, and a gift. Way 0: Stripe, or PhonePe in rupees; way 1: PayPal. */
const placed = (way: number, school = 0): Command[] => [
  { do: 'quote', tab: 0, school, what: 0 },
  { do: 'place', tab: 0, way },
];
const bought = (way: number, school = 0): Command[] => [...placed(way, school), atProvider('pay'), later];
const staffRefund: Command = { do: 'staff refund', order: 0, line: 0, part: false };

/** What once broke a law, in its shortest form. */
const histories: { what: string; commands: Command[] }[] = [
  {
    what: 'a refund at the provider takes nothing from a line whose own refund is on its way',
    commands: [
      ...bought(0, 1),
      { do: 'take down', school: 1, which: 0 },
      { do: 'outage', provider: 2, isDown: true },
      staffRefund,
      { do: 'outage', provider: 2, isDown: false },
      atProvider('refund a part'),
      { do: 'events', how: 'in order' },
      later,
    ],
  },
  {
    what: 'what went back at the provider cannot be asked back once more',
    commands: [
      ...placed(0),
      { do: 'take down', school: 0, which: 0 },
      atProvider('pay'),
      { do: 'fault', provider: 0, call: 'refund', fault: 'error' },
      check,
      atProvider('refund'),
      later,
      check,
      staffRefund,
    ],
  },
  {
    what: 'a refund that the bank sent back is owed to the buyer',
    commands: [...bought(0), staffRefund, later, atProvider('fail a refund'), aDay],
  },
  {
    what: 'a refund that the bank sent back can be made again at the provider',
    commands: [
      ...bought(0),
      staffRefund,
      later,
      atProvider('fail a refund'),
      aDay,
      atProvider('refund'),
      aDay,
    ],
  },
  {
    what: 'a dispute that is lost after a refund is a loss',
    commands: [
      ...bought(0),
      atProvider('refund a part'),
      atProvider('dispute'),
      atProvider('lose a dispute'),
      aDay,
    ],
  },
  {
    what: 'a lost dispute that is shown as a refund too is counted once',
    commands: [
      ...bought(1),
      atProvider('dispute a part'),
      check,
      atProvider('lose a dispute by a refund'),
      aDay,
    ],
  },
  {
    what: 'a card that is declined at PayPal can be changed for another',
    commands: [...placed(1), atProvider('decline'), later, check, atProvider('pay'), later, check],
  },
];

describe('the laws of money hold where', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await MoneyWorld.open();
  });
  afterAll(() => world.close());

  it.each(histories)('$what', async ({ commands }) => {
    const history = new History(world);
    expect(await history.run(commands)).toEqual([]);
    // One that is refused is refused on purpose.
    expect(history.executed).toBeGreaterThanOrEqual(commands.length - 1);
    const { rows } = await world.testDatabase.administrator.query<{ state: string }>(
      'select state from orders',
    );
    expect(rows.map(({ state }) => state)).toEqual([expect.stringMatching(/^(?:paid|refunded)$/u)]);
  });
});
