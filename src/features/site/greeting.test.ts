import { describe, expect, it } from 'vitest';
import { greeting, withArticle } from './greeting.ts';

describe('the greeting', () => {
  it.each([
    [0, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [17, 'Good afternoon'],
    [18, 'Good evening'],
    [23, 'Good evening'],
  ])('at %d hours is "%s"', (hour, words) => {
    expect(greeting(new Date(2026, 10, 21, hour, 59))).toBe(words);
  });
});

describe('an article', () => {
  it('goes with the noun', () => {
    expect(withArticle('teacher')).toBe('a teacher');
    expect(withArticle('organization administrator')).toBe('an organization administrator');
  });
});
