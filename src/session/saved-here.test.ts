import { afterEach, expect, it, vi } from 'vitest';
import { DeviceFullError } from '#src/sync/quota.ts';
import { saveAndSay } from './saved-here.ts';

const words = ['Saved it', 'Could not save it'] as const;

function hear() {
  const said: (string | undefined)[][] = [];
  const voice = {
    success: (...texts: [string, string?]) => void said.push(['success', ...texts]),
    error: (...texts: [string, string?]) => void said.push(['error', ...texts]),
  };
  return { said, voice };
}

afterEach(() => vi.restoreAllMocks());

it('what is saved is said to be on this device', async () => {
  const { said, voice } = hear();
  expect(await saveAndSay(voice, words, () => Promise.resolve())).toBe(true);
  expect(said).toEqual([['success', 'Saved it', 'Saved on this device.']]);
});

it('what could not be saved is said with what a person can do about it, where that is known', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { said, voice } = hear();
  const full = new DeviceFullError(null);
  const newer = Object.assign(new Error('Please load this page again.'), { name: 'NewerDataError' });
  for (const error of [full, newer, new Error('broken')])
    expect(await saveAndSay(voice, words, () => Promise.reject(error))).toBe(false);
  expect(said).toEqual([
    ['error', 'Could not save it', full.message],
    ['error', 'Could not save it', newer.message],
    ['error', 'Could not save it', undefined],
  ]);
  expect(complaint).toHaveBeenCalledTimes(3);
});
