import { expect, it } from 'vitest';
import { isChallengeOpen } from './challenges.rules.ts';

it('opens a challenge each year from its first day to its last, and one without days all year', () => {
  const november = { opens: '11-01', closes: '11-20' };
  expect(
    ['2026-10-31', '2026-11-01', '2027-11-20', '2026-11-21'].map((day) => isChallengeOpen(november, day)),
  ).toEqual([false, true, true, false]);
  const newYear = { opens: '12-20', closes: '01-06' };
  expect(
    ['2026-12-19', '2026-12-20', '2027-01-06', '2027-01-07'].map((day) => isChallengeOpen(newYear, day)),
  ).toEqual([false, true, true, false]);
  expect(isChallengeOpen({}, '2026-02-01')).toBe(true);
});
