import { describe, expect, it } from 'vitest';
import { elapsedSince, isInFuture } from './clock.ts';

const now = new Date('2026-03-02T08:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the time since a stored moment', () => {
  it('is what has passed since, and none where the clocks of two servers differ by seconds', () => {
    expect(elapsedSince(after(-90), now)).toBe(90_000);
    expect(elapsedSince(now, now)).toBe(0);
    expect(elapsedSince(after(60), now)).toBe(0);
  });

  it('has no end where the moment lies more than a minute ahead, so that nothing waits for it', () => {
    expect(elapsedSince(after(61), now)).toBe(Number.POSITIVE_INFINITY);
    expect([after(-1), now, after(60), after(61)].map((moment) => isInFuture(moment, now))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
