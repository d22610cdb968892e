import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween } from '../kit/day.ts';
import {
  anchorOf,
  daysLeft,
  daysOf,
  isOver,
  overAt,
  periodFrom,
  periods,
  priceOfRest,
} from './periods.rules.ts';

const seeded = { seed: 26, numRuns: 1000 };
const days = fc.integer({ min: 0, max: 365 * 60 }).map((since) => addDays('2020-01-01', since));
const hour = 60 * 60 * 1000;
/** Hours from UTC of all zones: UTC−12 to UTC+14, by quarters. */
const zones = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters / 4);
const localDay = (now: Date, zone: number) => dayOf(new Date(now.getTime() + zone * hour));

describe('the beginning of periods', () => {
  it.each([
    ['2026-01-31', 'month', 31, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-31', 'month', 31, ['2028-02-29', '2028-03-31']],
    ['2026-01-30', 'month', 30, ['2026-02-28', '2026-03-30']],
    ['2026-01-29', 'month', 29, ['2026-02-28', '2026-03-29']],
    ['2028-02-29', 'year', 29, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-12-15', 'month', 15, ['2027-01-15', '2027-02-15']],
  ] as const)('after %s by the %s with the anchor %i is %j', (first, period, anchor, following) => {
    let start: string = first;
    for (const expected of following) {
      start = nextStart(start, period, anchor);
      expect(start).toBe(expected);
    }
  });

  it('is the anchor’s day, or the last day of a month without it', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...periods),
        fc.integer({ min: 1, max: 60 }),
        (first, period, times) => {
          const anchor = anchorOf(first);
          let start = first;
          for (let time = 0; time < times; time += 1) {
            const next = nextStart(start, period, anchor);
            const lastOfMonth = anchorOf(addDays(`${nextMonthOf(next)}-01`, -1));
            expect(anchorOf(next)).toBe(Math.min(anchor, lastOfMonth));
            const months = monthsOf(next) - monthsOf(start);
            expect(months).toBe(period === 'month' ? 1 : 12);
            start = next;
          }
        },
      ),
      seeded,
    );
  });

  it('leaves no day between two periods, and none in both', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...periods), (first, period) => {
        const anchor = anchorOf(first);
        const one = periodFrom(first, period, anchor);
        const other = periodFrom(addDays(one.period_end, 1), period, anchor);
        expect(other.period_start).toBe(nextStart(first, period, anchor));
        expect(daysOf(one)).toBeGreaterThanOrEqual(period === 'month' ? 28 : 365);
        expect(daysOf(one)).toBeLessThanOrEqual(period === 'month' ? 31 : 366);
      }),
      seeded,
    );
  });
});

describe('a day', () => {
  it('is over once it is over in each zone from UTC−12 to UTC+14, and not before', () => {
    fc.assert(
      fc.property(days, zones, fc.integer({ min: -3 * 24, max: 3 * 24 }), (day, zone, hours) => {
        const now = new Date(overAt(day).getTime() + hours * hour);
        if (isOver(day, now)) expect(localDay(now, zone) > day).toBe(true);
        // In the last zone, it is over at midnight there.
        expect(isOver(day, now)).toBe(localDay(now, -12) > day);
      }),
      seeded,
    );
  });

  it('is as far from another as it takes steps', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, steps) => {
        expect(daysBetween(day, addDays(day, steps))).toBe(steps);
      }),
      seeded,
    );
  });
});

describe('the rest of a period', () => {
  const moments = fc.integer({ min: -48, max: 400 * 24 });

  it('is no longer than the period, and no shorter than a day before it is over', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...periods), moments, (first, period, hours) => {
        const span = periodFrom(first, period, anchorOf(first));
        const now = new Date(Date.parse(first) + hours * hour);
        const left = daysLeft(span, now);
        expect(left).toBeLessThanOrEqual(daysOf(span));
        expect(left > 0).toBe(!isOver(span.period_end, now));
      }),
      seeded,
    );
  });

  it('costs a part of the price, rounded up to whole units, and falls each day', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...periods),
        moments,
        fc.integer({ min: 0, max: 99_999_999 }),
        (first, period, hours, price) => {
          const span = periodFrom(first, period, anchorOf(first));
          const now = new Date(Date.parse(first) + hours * hour);
          const rest = priceOfRest(price, span, now);
          const exact = BigInt(price) * BigInt(daysLeft(span, now));
          const total = BigInt(daysOf(span));
          expect(BigInt(rest) * total >= exact).toBe(true);
          expect(BigInt(rest) * total - exact < total).toBe(true);
          const tomorrow = new Date(now.getTime() + 24 * hour);
          expect(priceOfRest(price, span, tomorrow)).toBeLessThanOrEqual(rest);
        },
      ),
      seeded,
    );
  });

  it.each([
    ['2026-02-01T00:00:00Z', 28, 2800],
    ['2026-02-15T12:00:00Z', 14, 1400],
    ['2026-02-28T23:00:00Z', 1, 100],
    // The last day goes on in UTC−12.
    ['2026-03-01T11:59:00Z', 1, 100],
    ['2026-03-01T12:00:00Z', 0, 0],
  ])('at %s is %i days of February', (moment, left, price) => {
    const span = { period_start: '2026-02-01', period_end: '2026-02-28' };
    expect(daysLeft(span, new Date(moment))).toBe(left);
    expect(priceOfRest(2800, span, new Date(moment))).toBe(price);
  });
});

const nextStart = (start: string, period: (typeof periods)[number], anchor: number) =>
  addDays(periodFrom(start, period, anchor).period_end, 1);

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

function nextMonthOf(day: string): string {
  const months = monthsOf(day);
  const year = Math.floor(months / 12);
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}`;
}
