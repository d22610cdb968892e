import { expect, it } from 'vitest';
import { nameFromId, putAway } from './devices.rules.ts';

it('a tablet that nobody named is told apart by the end of its id', () => {
  expect(nameFromId('01900000-0000-7000-8000-00000000a7f3')).toBe('Tablet A7F3');
});

it.each([
  [0, true, 'Safe to put away'],
  [1, false, 'Not yet: 1 change not sent'],
  [3, false, 'Not yet: 3 changes not sent'],
])('a tablet with %s unsent changes says whether it can be put away', (unsent, isSafe, text) => {
  expect(putAway(unsent)).toEqual({ isSafe, text });
});
