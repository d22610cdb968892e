import { describe, expect, it } from 'vitest';
import { freeSlug, leastAudience, slugOf } from './works.rules.ts';

describe('what stands for a title in an address', () => {
  it.each([
    ['The Hare & the Tortoise', 'the-hare-the-tortoise'],
    ['Zoë’s Book!', 'zoes-book'],
    ['  Été  1920 ', 'ete-1920'],
    ['Война и мир', 'война-и-мир'],
    ['फूल और फल', 'फूल-और-फल'],
    ['ばなな', 'ばなな'],
    ['?!', 'book-1'],
    ['0190a000-0000-7000-8000-000000000000', 'book-1'],
  ])('of %s is %s', (title, slug) => {
    expect(slugOf(title, 'book-1')).toBe(slug);
  });

  it('is cut after a word where it is long, as an address counts', () => {
    const slug = slugOf('森の音楽家 '.repeat(20), 'book-1');
    expect(encodeURIComponent(slug).length).toBeLessThanOrEqual(160);
    expect(slug.endsWith('-')).toBe(false);
  });

  it('is given a number where somebody has it', () => {
    expect(freeSlug('hen', [])).toBe('hen');
    expect(freeSlug('hen', ['hen', 'hen-2', 'hen-house'])).toBe('hen-3');
  });
});

describe('an audience', () => {
  it('is the least of what is wished for', () => {
    expect(leastAudience('public', 'community', 'public')).toBe('community');
    expect(leastAudience('public', 'private')).toBe('private');
    expect(leastAudience('public', 'public')).toBe('public');
  });
});
