import { describe, expect, it } from 'vitest';
import {
  isRefundedWhereWithdrawn,
  linesGivenBack,
  mayBeReturned,
  whyKept,
  type Fulfilment,
} from './orders.rules.ts';

const paid = new Date('2026-11-01T10:00:00Z');
const after = (hours: number) => new Date(paid.getTime() + hours * 60 * 60 * 1000);
const line = (kind: string, fulfilment: Fulfilment | null = null, downloaded_at: Date | null = null) => ({
  kind,
  fulfilment,
  downloaded_at,
});

describe('what a buyer may give back', () => {
  it.each([
    ['an edition that was not downloaded', line('digital', 'ready'), 13 * 24, null],
    ['an edition after two weeks', line('digital', 'ready'), 14 * 24, 'too_late'],
    ['an edition that was downloaded', line('digital', 'ready', after(1)), 2, 'downloaded'],
    ['an edition that was given back', line('digital', 'withdrawn'), 2, 'given_back'],
    ['a book that waits to be printed', line('print', 'to_make'), 400 * 24, null],
    ['a book that is printed', line('print', 'made'), 1, 'made'],
    ['a book that was sent', line('print', 'sent'), 1, 'made'],
    ['a book that cannot be made', line('print', 'cannot_be_made'), 1, 'given_back'],
    ['a gift of today', line('gift'), 23, null],
    ['a gift of yesterday', line('gift'), 24, 'passed_on'],
    ['sending alone', line('shipping'), 1, 'not_by_buyer'],
    ['a plan', line('plan'), 1, 'not_by_buyer'],
  ] as const)('says of %s why it is kept', (_name, of, hours, why) => {
    expect(whyKept(of, paid, after(hours))).toBe(why);
    expect(mayBeReturned(of, paid, after(hours))).toBe(why === null);
  });
});

describe('lines that go back', () => {
  const of = (id: string, kind: string, fulfilment: Fulfilment | null, back: number = 0) => ({
    id,
    kind,
    fulfilment,
    amount: 400,
    refunded: 0,
    going_back: back,
  });
  const idsOf = (lines: Parameters<typeof linesGivenBack>[0], ...chosen: string[]) =>
    linesGivenBack(lines, new Set(chosen)).map(({ id }) => id);
  const lines = [
    of('digital', 'digital', 'ready'),
    of('one', 'print', 'to_make'),
    of('two', 'print', 'to_make'),
    of('sending', 'shipping', null),
  ];

  it('are those that were chosen', () => {
    expect(idsOf(lines, 'digital')).toEqual(['digital']);
    expect(idsOf(lines, 'one')).toEqual(['one']);
  });

  it('have the price of sending with them once no printed book is left', () => {
    expect(idsOf(lines, 'one', 'two')).toEqual(['one', 'two', 'sending']);
    const oneIsBack = lines.map((each) => (each.id === 'one' ? of('one', 'print', 'withdrawn', 400) : each));
    expect(idsOf(oneIsBack, 'two')).toEqual(['two', 'sending']);
    expect(idsOf(oneIsBack, 'digital')).toEqual(['digital']);
  });

  it('leave out what is on its way back already', () => {
    expect(idsOf([of('one', 'print', 'to_make', 400), of('sending', 'shipping', null)], 'one')).toEqual([
      'sending',
    ]);
  });
});

it('the price of a withdrawn edition goes back for sixty days', () => {
  expect(isRefundedWhereWithdrawn(paid, after(60 * 24 - 1))).toBe(true);
  expect(isRefundedWhereWithdrawn(paid, after(60 * 24))).toBe(false);
});
