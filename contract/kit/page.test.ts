import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nextPage, PageQuery } from './page.ts';

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
