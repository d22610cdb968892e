import { describe, expect, it } from 'vitest';
import { letterDue, nextLook } from './reminders.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const starts = Date.parse('2026-12-03T14:00:00Z');
const early = starts - 90 * hour;
const none = { day: null, hour: null };
const at = (before: number, told: { day: number | null; hour: number | null } = none, since = early) =>
  letterDue({ starts, since, told }, starts - before);

describe('the letter about an event', () => {
  it('is due a day and an hour before, once each', () => {
    expect([at(25 * hour), at(24 * hour), at(2 * hour), at(hour), at(minute)]).toEqual([
      null,
      'day',
      'day',
      'hour',
      'hour',
    ]);
    expect(at(20 * hour, { day: starts, hour: null })).toBeNull();
    expect(at(30 * minute, { day: starts, hour: starts })).toBeNull();
  });

  it('is not written once the event began', () => {
    expect([at(0), at(-minute)]).toEqual([null, null]);
  });

  it('is written again about another beginning', () => {
    const moved = { day: starts - 48 * hour, hour: starts - 48 * hour };
    expect([at(20 * hour, moved), at(30 * minute, moved)]).toEqual(['day', 'hour']);
  });

  it('is left out where the reminder came after its moment', () => {
    expect(at(4 * hour, none, starts - 5 * hour)).toBeNull();
    expect(at(hour, none, starts - 5 * hour)).toBe('hour');
    expect(at(10 * minute, none, starts - 20 * minute)).toBeNull();
  });
});

it('an event is looked at at each of its moments, and within an hour', () => {
  const looks = (before: number) => starts - nextLook(starts, starts - before);
  expect([90 * hour, 24.5 * hour, 24 * hour, 1.5 * hour, hour].map(looks)).toEqual([
    89 * hour,
    24 * hour,
    23 * hour,
    hour,
    0,
  ]);
});
