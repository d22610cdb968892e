import { describe, expect, it } from 'vitest';
import { championStateOf, endOf, hasRights, lastDayOf, refuseUntil } from './champions.rules.ts';

const now = new Date('2026-11-27T10:00:00Z');

describe('rights of champions', () => {
  it('last until their last day is over', () => {
    const ends_at = endOf('2026-11-27');
    expect(hasRights({ ends_at, revoked_at: null }, now)).toBe(true);
    expect(hasRights({ ends_at, revoked_at: null }, new Date('2026-11-27T23:59:59.999Z'))).toBe(true);
    expect(hasRights({ ends_at, revoked_at: null }, new Date('2026-11-28T00:00:00Z'))).toBe(false);
    expect(lastDayOf(ends_at)).toBe('2026-11-27');
  });

  it('are over once they are revoked, whatever their end', () => {
    expect(hasRights({ ends_at: endOf('2027-11-27'), revoked_at: now }, now)).toBe(false);
  });

  it('last from today to a year from today', () => {
    expect(refuseUntil('2026-11-27', now)).toBeNull();
    expect(refuseUntil('2027-11-27', now)).toBeNull();
    expect(refuseUntil('2026-11-26', now)).toMatch(/past/u);
    expect(refuseUntil('2027-11-28', now)).toMatch(/one year/u);
  });

  it('are invited until somebody came, then active, then ended or revoked', () => {
    const granted = { ends_at: endOf('2026-12-24'), revoked_at: null };
    expect(championStateOf({ ...granted, hasCome: false }, now)).toBe('invited');
    expect(championStateOf({ ...granted, hasCome: true }, now)).toBe('active');
    expect(championStateOf({ ...granted, hasCome: true }, granted.ends_at)).toBe('ended');
    expect(championStateOf({ ...granted, revoked_at: now, hasCome: true }, now)).toBe('revoked');
  });
});
