import { describe, expect, it } from 'vitest';
import { localDayOf } from './days.ts';

describe('a day', () => {
  it('is the date where the device is, from its first minute to its last', () => {
    expect(localDayOf(new Date(2026, 0, 3, 0, 0))).toBe('2026-01-03');
    expect(localDayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  });
});
