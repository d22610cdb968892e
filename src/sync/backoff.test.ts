import { describe, expect, it } from 'vitest';
import { backoffDelay } from './backoff.ts';

describe('the wait between two tries', () => {
  it('doubles from one second to twenty at most', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backoffDelay(failures, 1, null));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000]);
  });

  it('is spread over the whole of that time', () => {
    expect(backoffDelay(4, 0, null)).toBe(0);
    expect(backoffDelay(4, 0.25, null)).toBe(2000);
  });

  it('is never shorter than the server asked for', () => {
    expect(backoffDelay(1, 0.5, 60)).toBe(60_000);
    expect(backoffDelay(6, 1, 3)).toBe(20_000);
  });
});
