import { expect, it } from 'vitest';
import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { assignmentId, entryOf, helpNeeded, isHandedIn } from './assignments.rules.ts';

const [maple, birch] = ['0198a1b2-0000-7000-8000-0123456789ab', '0198a1b2-0000-7000-9fff-00000000beef'];
const [one, other] = ['0198a1b3-1111-7abc-8def-aaaaaaaaaaaa', '0198a1b3-1111-7abc-8def-aaaaaaaaaaab'];

it('gives what is set for a class one id, wherever it is made, and another one for each class and page', () => {
  expect(assignmentId(maple, one)).toBe('00000001-1111-8abc-8def-ab89efcd2301');
  expect(assignmentId(maple.toUpperCase(), one.toUpperCase())).toBe(assignmentId(maple, one));
  const ids = [maple, birch].flatMap((each) => [one, other].map((page) => assignmentId(each, page)));
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(v.is(Id, id)).toBe(true);
});

it('says who needs help: those who are late, and those who have not begun', () => {
  const open = { done: 2, all: 6, hasBegun: true, due: '2026-11-20', today: '2026-11-20' };
  expect(helpNeeded(open)).toBeNull();
  expect(helpNeeded({ ...open, today: '2026-11-21' })).toBe('behind');
  expect(helpNeeded({ ...open, today: '2026-11-21', due: null })).toBeNull();
  expect(helpNeeded({ ...open, done: 0, hasBegun: false })).toBe('not_begun');
  expect(helpNeeded({ ...open, done: 6, today: '2026-11-21' })).toBeNull();
});

it('takes the work that got furthest for how far somebody is with a challenge', () => {
  expect(entryOf([])).toBeNull();
  expect(entryOf(['archived'])).toBeNull();
  expect(entryOf(['draft', 'archived'])).toBe('begun');
  expect(entryOf(['returned', 'draft'])).toBe('given_back');
  expect(entryOf(['submitted', 'returned'])).toBe('handed_in');
  expect(entryOf(['draft', 'published', 'submitted'])).toBe('approved');
  expect(
    [null, 'begun', 'given_back', 'handed_in', 'approved'].map((entry) => isHandedIn(entry as never)),
  ).toEqual([false, false, false, true, true]);
});
