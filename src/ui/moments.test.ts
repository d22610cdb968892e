import { describe, expect, it } from 'vitest';
import { sayDay, saySince } from './moments.ts';

const now = new Date(2026, 10, 20, 12, 0);

function at(year: number, month: number, day: number, hour: number, minute: number) {
  return new Date(year, month - 1, day, hour, minute).toISOString();
}

describe('a moment in words', () => {
  it('is a time of day today', () => {
    expect(sayDay(at(2026, 11, 20, 10, 42), now)).toMatch(/^today, 10:42/u);
    expect(saySince(at(2026, 11, 20, 10, 42), now)).toMatch(/^10:42/u);
  });

  it('is yesterday by the calendar, not by hours', () => {
    expect(sayDay(at(2026, 11, 19, 23, 59), now)).toBe('yesterday');
    expect(saySince(at(2026, 11, 19, 23, 59), now)).toMatch(/^yesterday, 11:59|^yesterday, 23:59/u);
  });

  it('is a day before that, with its year when it is another one', () => {
    expect(sayDay(at(2026, 11, 3, 9, 0), now)).not.toMatch(/2026/u);
    expect(sayDay(at(2025, 11, 3, 9, 0), now)).toMatch(/2025/u);
  });
});
