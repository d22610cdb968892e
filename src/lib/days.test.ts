import { describe, expect, it } from 'vitest';
import { localDayOf, readDay, sayDate } from './days.ts';

describe('a day', () => {
  it('is the date where the device is, from its first minute to its last', () => {
    expect(localDayOf(new Date(2026, 0, 3, 0, 0))).toBe('2026-01-03');
    expect(localDayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  });

  it('is read from an address only where the calendar has it', () => {
    expect(readDay('2028-02-29')).toBe('2028-02-29');
    for (const text of [null, '', '2026-02-31', '2026-2-3', '0000-01-01', 'today'])
      expect(readDay(text)).toBeNull();
  });

  it('is said with its month in words', () => {
    expect(sayDate('2026-12-03')).toMatch(/December/u);
    expect(sayDate('2026-12-03')).toMatch(/\b3\b/u);
  });
});
