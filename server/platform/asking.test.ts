import { describe, expect, it } from 'vitest';
import { askingLimits, secondsToWait } from './asking.ts';

const now = new Date('2026-03-02T12:00:00Z');
const minutesAgo = (...minutes: number[]) => minutes.map((each) => new Date(now.getTime() - each * 60_000));
const { email, address } = askingLimits;

describe('how often somebody may ask for a link', () => {
  it('is three times an hour for one email address', () => {
    expect(secondsToWait([], email, now)).toBe(0);
    expect(secondsToWait(minutesAgo(1, 2), email, now)).toBe(0);
    expect(secondsToWait(minutesAgo(1, 2, 59), email, now)).toBe(60);
    expect(secondsToWait(minutesAgo(59, 1, 2), email, now)).toBe(60);
    expect(secondsToWait(minutesAgo(1, 2, 60), email, now)).toBe(0);
  });

  it('counts from the third newest where more came at once', () => {
    expect(secondsToWait(minutesAgo(10, 20, 30, 40, 50), email, now)).toBe(30 * 60);
  });

  it('is eight times a day for one email address', () => {
    const spread = minutesAgo(100, 200, 300, 400, 500, 600, 700, 800);
    expect(secondsToWait(spread, email, now)).toBe((24 * 60 - 800) * 60);
    expect(secondsToWait(spread.slice(0, 7), email, now)).toBe(0);
  });

  it('is thirty times an hour from one network address', () => {
    const asked = minutesAgo(...Array.from({ length: 30 }, () => 15));
    expect(secondsToWait(asked, address, now)).toBe(45 * 60);
    expect(secondsToWait(asked.slice(1), address, now)).toBe(0);
  });

  it('does not count what a clock that had jumped ahead noted', () => {
    expect(secondsToWait(minutesAgo(-2, -525_600, -525_600, -525_600), email, now)).toBe(0);
  });

  it('is a whole second at least where it has to wait at all', () => {
    expect(secondsToWait([...minutesAgo(1, 2), new Date(now.getTime() - 3_599_999)], email, now)).toBe(1);
  });
});
