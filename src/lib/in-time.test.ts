import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const tooLate = () => new Error('too late');

it('gives what came in time, and leaves no timer behind', async () => {
  expect(await inTime(Promise.resolve('here'), 1000, tooLate)).toBe('here');
  await expect(inTime(Promise.reject(new Error('broken')), 1000, tooLate)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait any longer', async () => {
  const ended = inTime(new Promise<string>(() => undefined), 1000, tooLate).catch(String);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ended).toBe('Error: too late');
});
