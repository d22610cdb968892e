import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilQuiet } from './until-quiet.ts';

let arrives: (initiatorType?: string) => void = () => undefined;
let isWatching = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(heard: (list: { getEntries: () => { initiatorType: string }[] }) => void) {
        arrives = (initiatorType = 'script') => heard({ getEntries: () => [{ initiatorType }] });
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

it('is quiet whatever the school is asked for', async () => {
  const isQuiet = listen();
  await vi.advanceTimersByTimeAsync(600);
  arrives('fetch');
  await vi.advanceTimersByTimeAsync(400);
  expect(isQuiet()).toBe(true);
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
