import { describe, expect, it } from 'vitest';
import { nextHour } from './next-hour.ts';

describe('the next time of an hour', () => {
  it.each([
    ['2026-11-27T02:59:59.999Z', '2026-11-27T03:00:00.000Z'],
    ['2026-11-27T03:00:00.000Z', '2026-11-28T03:00:00.000Z'],
    ['2026-11-27T04:30:00.000Z', '2026-11-28T03:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ])('is after %s: %s', (now, next) => {
    expect(nextHour(new Date(now), 3).toISOString()).toBe(next);
  });

  it('comes once a day, from whichever moment one asks', () => {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const now = new Date(Date.UTC(2026, 10, 27, 0, minute));
      const wait = nextHour(now, 3).getTime() - now.getTime();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    }
  });
});
