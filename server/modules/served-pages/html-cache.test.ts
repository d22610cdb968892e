import { describe, expect, it } from 'vitest';
import type { WrittenPage } from '#server/platform/web.ts';
import { createHtmlCache } from './html-cache.ts';

const page = (html: string): WrittenPage => ({ status: 200, html, robots: null });

describe('the cache of written pages', () => {
  it('gives a page back for the version it was written from, and forgets it for another', () => {
    const cache = createHtmlCache();
    cache.keep('about', '1', page('one'));
    cache.keep('login', '1', null);
    expect(cache.find('about', '1')?.html).toBe('one');
    expect(cache.find('login', '1')).toBeNull();
    expect(cache.find('faq', '1')).toBeUndefined();
    expect(cache.find('about', '2')).toBeUndefined();
    expect(cache.find('about', '1')).toBeUndefined();
  });

  it('keeps what was asked for last, within its bound', () => {
    const cache = createHtmlCache(1000);
    cache.keep('a', '1', page('x'.repeat(200)));
    cache.keep('b', '1', page('x'.repeat(200)));
    cache.find('a', '1');
    cache.keep('c', '1', page('x'.repeat(200)));
    const kept = ['a', 'b', 'c'].filter((key) => {
      const found = cache.find(key, '1');
      return found !== undefined;
    });
    expect(kept).toEqual(['a', 'c']);
    cache.keep('a', '1', page('x'.repeat(1000)));
    expect(cache.find('a', '1')).toBeUndefined();
    expect(cache.find('c', '1')).toBeDefined();
  });

  it('counts a page that is kept twice once', () => {
    const cache = createHtmlCache(1000);
    for (let round = 0; round < 10; round += 1) cache.keep('a', `${round}`, page('x'.repeat(300)));
    cache.keep('b', '9', page('x'.repeat(200)));
    expect([cache.find('a', '9'), cache.find('b', '9')].every(Boolean)).toBe(true);
  });
});
