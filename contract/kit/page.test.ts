import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { keyedPageQuery, nextByKey, nextPage, PageQuery } from './page.ts';

describe('a page of a list', () => {
  it('has 20 rows from the start where nobody says otherwise', () => {
    expect(v.parse(PageQuery, {})).toEqual({ limit: 20, offset: 0 });
    expect(v.parse(PageQuery, { limit: '5', offset: '10' })).toEqual({ limit: 5, offset: 10 });
  });

  it.each([
    { limit: '-1' },
    { limit: '1001' },
    { limit: 'many' },
    { limit: '1.5' },
    { offset: '-1' },
    { offset: '1e99' },
  ])('refuses %j', (query) => {
    expect(v.is(PageQuery, query)).toBe(false);
  });

  it('leads to the next one until the last', () => {
    expect(nextPage({ limit: 20, offset: 0 }, 45)).toBe('?limit=20&offset=20');
    expect(nextPage({ limit: 20, offset: 20, search: 'zoë' }, 45)).toBe(
      '?limit=20&offset=40&search=zo%C3%AB',
    );
    expect(nextPage({ limit: 20, offset: 40 }, 45)).toBeNull();
    expect(nextPage({ limit: 20, offset: 25 }, 45)).toBeNull();
    expect(nextPage({ limit: 0, offset: 0 }, 45)).toBeNull();
  });
});

describe('a page of a list by key', () => {
  const Query = keyedPageQuery({ maximum: 50 });

  it('has as many rows as any other, and begins where `after` says', () => {
    expect(v.parse(Query, {})).toEqual({ limit: 20 });
    expect(v.parse(Query, { limit: '50', after: 'here' })).toEqual({ limit: 50, after: 'here' });
  });

  it.each([{ limit: '51' }, { after: 'x'.repeat(2001) }, { after: ['here', 'there'] }])(
    'refuses %j',
    (query) => {
      expect(v.is(Query, query)).toBe(false);
    },
  );

  it('leads to the next one with the same search and filters, until the last', () => {
    const query = { limit: 20, after: 'before', search: 'zoë', state: undefined, words: '', isOpen: true };
    expect(nextByKey('here', query)).toBe('?limit=20&after=here&search=zo%C3%AB&isOpen=true');
    expect(nextByKey(null, query)).toBeNull();
  });
});
