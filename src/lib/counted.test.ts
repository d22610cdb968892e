import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('says how many of what there are', () => {
  expect([0, 1, 2].map((count) => counted(count, 'student'))).toEqual([
    '0 students',
    '1 student',
    '2 students',
  ]);
  expect([1, 3].map((count) => counted(count, 'story', 'stories'))).toEqual(['1 story', '3 stories']);
});

it('parts the thousands, as one reads them', () => {
  expect(counted(10_000, 'student')).toBe('10,000 students');
});
