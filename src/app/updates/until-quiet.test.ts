import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilQuiet } from './until-quiet.ts';

let arrives: () => void = () => undefined;
let isWatching = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(heard: () => void) {
        arrives = heard;
      }
      observe() {
        isWatching = true;
      }
      disconnect() {
        isWatching = false;
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether it is quiet by now. */
function listen(): () => boolean {
  let isQuiet = false;
  void untilQuiet().then(() => {
    isQuiet = true;
  });
  return () => isQuiet;
}

it('is quiet a second after the last file came', async () => {
  const isQuiet = listen();
  for (let files = 0; files < 5; files += 1) {
    await vi.advanceTimersByTimeAsync(900);
    expect(isQuiet()).toBe(false);
    arrives();
  }
  await vi.advanceTimersByTimeAsync(999);
  expect([isQuiet(), isWatching]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([isQuiet(), isWatching]).toEqual([true, false]);
});

it('is not waited for on a page to which files never stop to come', async () => {
  const isQuiet = listen();
  for (let files = 0; files < 30; files += 1) {
    expect(isQuiet()).toBe(false);
    arrives();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect([isQuiet(), isWatching]).toEqual([true, false]);
});
