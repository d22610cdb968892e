import { describe, expect, it } from 'vitest';
import { isAnotherPage } from './another-page.ts';

const page = { pathname: '/dashboard', search: '?option=Teacher%20Dashboard' };

describe('another page', () => {
  it('is another address', () => {
    expect(isAnotherPage(page, { ...page, pathname: '/' })).toBe(true);
    expect(isAnotherPage(page, { ...page, search: '?option=Tablets' })).toBe(true);
    expect(isAnotherPage(page, { ...page, search: '?option=Teacher+Dashboard' })).toBe(false);
  });

  it('is not the same one with the Help Center over it', () => {
    expect(isAnotherPage(page, { ...page, search: `${page.search}&help=add-students` })).toBe(false);
    expect(isAnotherPage({ pathname: '/', search: '' }, { pathname: '/', search: '?help=lost' })).toBe(false);
  });
});
