import { describe, expect, it } from 'vitest';
import { readListState, writeListState } from './list-state.ts';

const keys = ['name', 'books'];
const byName = { key: 'name', descending: false };

describe('the address of a list', () => {
  it('says search, order and page', () => {
    expect(readListState(new URLSearchParams('q=zo%C3%AB&sort=-books&page=3'), keys, byName)).toEqual({
      q: 'zoë',
      sort: { key: 'books', descending: true },
      page: 3,
    });
  });

  it('counts as not said where it makes no sense', () => {
    for (const address of ['', 'sort=password&page=-2', 'page=1.5', 'page=x&sort=']) {
      expect(readListState(new URLSearchParams(address), keys, byName)).toEqual({
        q: '',
        sort: byName,
        page: 1,
      });
    }
  });

  it('keeps what belongs to others and leaves out what is at its default', () => {
    const address = new URLSearchParams('option=Teacher+Dashboard&id=7&q=old&page=4&after=here');
    const next = writeListState(address, { q: '', sort: byName, page: 1 }, byName);
    expect(next.toString()).toBe('option=Teacher+Dashboard&id=7');
  });

  it('reads back what was written', () => {
    const state = { q: 'a & b', sort: { key: 'books', descending: true }, page: 2 };
    expect(readListState(writeListState(new URLSearchParams(), state, byName), keys, byName)).toEqual(state);
  });
});
