import { expect, it } from 'vitest';
import { lineTitle } from './line-titles.ts';

it('says the days of a line as people write them', () => {
  const span = { period_start: '2026-12-01', period_end: '2026-12-31' };
  expect(lineTitle('School', span)).toBe('School: 1 December 2026 to 31 December 2026');
});
