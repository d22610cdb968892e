import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../api.ts';
import { addDays, dayOf } from '../kit/day.ts';
import { daysOf, overAt } from './periods.rules.ts';
import { subscriptionProblems } from './subscriptions.problems.ts';
import {
  bestState,
  canHaveSeats,
  freeUntil,
  graceDaysLeft,
  graceEnd,
  letsGrow,
  mostSeats,
  nextChangeAt,
  reminderAt,
  reminderDays,
  renewalDay,
  seatsOfNextOrder,
  stateAt,
  subscriptionStates,
} from './subscriptions.rules.ts';

const graceDays = 14;
const seeded = { seed: 26, numRuns: 1000 };
const hour = 60 * 60 * 1000;
const spans = fc
  .record({ since: fc.integer({ min: 0, max: 4000 }), length: fc.integer({ min: 1, max: 366 }) })
  .map(({ since, length }) => {
    const period_start = addDays('2024-01-01', since);
    return { period_start, period_end: addDays(period_start, length - 1) };
  });
const alive = fc.constantFrom('trial' as const, 'active' as const);
const subscriptions = fc.tuple(spans, alive, fc.boolean()).map(([span, state, ends_at_period_end]) => ({
  ...span,
  state,
  ends_at_period_end,
}));
const hours = fc.integer({ min: -24 * 40, max: 24 * 120 });

describe('the state of a subscription', () => {
  const facts = { period_start: '2026-01-01', period_end: '2026-01-31', ends_at_period_end: false };
  it.each([
    ['active', '2026-01-31T23:59:59Z', 'active'],
    ['trial', '2026-01-31T23:59:59Z', 'trial'],
    // Midnight in UTC−12.
    ['active', '2026-02-01T11:59:59Z', 'active'],
    ['active', '2026-02-01T12:00:00Z', 'grace'],
    ['trial', '2026-02-01T12:00:00Z', 'grace'],
    ['active', '2026-02-15T11:59:59Z', 'grace'],
    ['active', '2026-02-15T12:00:00Z', 'read_only'],
    ['active', '2027-01-01T00:00:00Z', 'read_only'],
    ['ended', '2026-01-10T00:00:00Z', 'ended'],
  ] as const)('that was %s is at %s %s', (state, moment, expected) => {
    expect(stateAt({ ...facts, state }, new Date(moment))).toBe(expected);
  });

  it('goes one way as time passes, each step at the moment that is said before', () => {
    const order = subscriptionStates;
    fc.assert(
      fc.property(subscriptions, hours, fc.integer({ min: 0, max: 24 * 60 }), (facts_, from, more) => {
        const now = new Date(overAt(facts_.period_end).getTime() + from * hour);
        const later = new Date(now.getTime() + more * hour);
        const [before, after] = [stateAt(facts_, now), stateAt(facts_, later)];
        expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before));
        const change = nextChangeAt(facts_, now);
        if (change) {
          expect(stateAt(facts_, new Date(change.getTime() - 1))).toBe(before);
          expect(stateAt(facts_, change)).not.toBe(before);
        } else expect(after).toBe(before);
      }),
      seeded,
    );
  });

  it('is grace for fourteen days that are counted down to one, unless the end was chosen', () => {
    fc.assert(
      fc.property(subscriptions, fc.integer({ min: 0, max: 24 * graceDays - 1 }), (facts_, since) => {
        const now = new Date(overAt(facts_.period_end).getTime() + since * hour);
        const left = graceDaysLeft(facts_, now);
        expect(stateAt(facts_, now)).toBe(facts_.ends_at_period_end ? 'ended' : 'grace');
        expect(left === null).toBe(facts_.ends_at_period_end);
        expect(left ?? 1).toBeGreaterThanOrEqual(1);
        expect(left ?? 1).toBeLessThanOrEqual(graceDays);
      }),
      seeded,
    );
  });

  it('lets a school grow in trial, active and grace', () => {
    expect(subscriptionStates.filter(letsGrow)).toEqual(['trial', 'active', 'grace']);
    expect(letsGrow(null)).toBe(false);
    expect(bestState(['read_only', 'grace', 'ended'])).toBe('grace');
    expect(bestState([])).toBeNull();
  });
});

describe('renewal', () => {
  it('is ordered thirty days before the end, or when a shorter period begins', () => {
    fc.assert(
      fc.property(spans, (span) => {
        const day = renewalDay(span);
        expect(day >= span.period_start && day <= span.period_end).toBe(true);
        expect(day).toBe(daysOf(span) > 31 ? addDays(span.period_end, -30) : day);
      }),
      seeded,
    );
    expect(renewalDay({ period_start: '2026-01-01', period_end: '2026-12-31' })).toBe('2026-12-01');
    expect(renewalDay({ period_start: '2026-02-01', period_end: '2026-02-28' })).toBe('2026-02-01');
  });

  it('is reminded of 7 days before, on the last day, 7 and 13 days after', () => {
    const end = '2026-03-31';
    const at = (days: number) => reminderAt(end, new Date(`${addDays(end, days)}T06:00:00Z`));
    expect([-8, -7, -1, 0, 6, 7, 12, 13, 60].map(at)).toEqual([null, -7, -7, 0, 0, 7, 7, 13, 13]);
    // The last one comes before anything is refused.
    expect(addDays(end, Math.max(...reminderDays)) < graceEnd(end)).toBe(true);
  });

  it('is for the seats that were chosen, or that are used where those are more', () => {
    const variants = fc
      .record({
        seat_minimum: fc.integer({ min: 1, max: 100 }),
        more: fc.option(fc.integer({ min: 0, max: 1000 })),
        seat_price: fc.integer({ min: 0, max: 99_999_999 }),
      })
      .map(({ seat_minimum, more, seat_price }) => ({
        seat_minimum,
        seat_price,
        seat_maximum: more === null ? null : seat_minimum + more,
      }));
    const numbers = fc.integer({ min: 1, max: 200_000 });
    fc.assert(
      fc.property(variants, numbers, numbers, (variant, chosen, used) => {
        const seats = seatsOfNextOrder(variant, { chosen, used });
        expect(canHaveSeats(variant, seats)).toBe(true);
        expect(seats * variant.seat_price).toBeLessThanOrEqual(999_999_999_999);
        const wanted = Math.max(chosen, used);
        if (wanted >= variant.seat_minimum && wanted <= mostSeats(variant)) expect(seats).toBe(wanted);
      }),
      seeded,
    );
  });
});

it('nothing is refused for two weeks after plans were required, or a school was made', () => {
  const old = new Date('2025-05-05T10:00:00Z');
  const now = new Date('2026-05-05T10:00:00Z');
  expect(freeUntil({ required_since: now, made_at: old })).toBe('2026-05-19');
  expect(freeUntil({ required_since: old, made_at: now })).toBe('2026-05-19');
  expect(freeUntil({ required_since: now, made_at: now }) > dayOf(now)).toBe(true);
});

describe('calls by which a school grows', () => {
  const growing = endpoints.filter(({ grows }) => grows !== undefined);

  it('are those of the office, online, and never queued: no work is refused for money (law 14)', () => {
    expect(growing.map(({ name }) => name).toSorted()).toEqual([
      'catalogue.publish',
      'imports.addFile',
      'invitations.invite',
      'members.create',
      'shop.update',
    ]);
    expect(growing.filter(({ offline }) => offline !== 'online-only')).toEqual([]);
  });

  it('are nothing that a child or a family does', () => {
    const others = growing.filter(
      ({ roles }) => typeof roles === 'string' || roles.includes('student') || roles.includes('parent'),
    );
    expect(others).toEqual([]);
  });

  it('say that they are refused, and no other call does', () => {
    const saying = endpoints.filter(({ problems = [] }) => problems.includes(subscriptionProblems.read_only));
    expect(saying).toEqual(growing);
  });
});
