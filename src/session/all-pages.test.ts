import { describe, expect, it } from 'vitest';
import { readAllByKey } from './all-pages.ts';

describe('all rows of a list by key', () => {
  it('are those of each page, which begins where the one before says', async () => {
    const pages: Readonly<Record<string, { next: string | null; results: number[] }>> = {
      first: { next: '?limit=2&after=b', results: [1, 2] },
      b: { next: null, results: [3] },
    };
    const found = await readAllByKey(
      async ({ after = 'first' }) => pages[after] ?? { next: null, results: [] },
      2,
    );
    expect(found).toEqual([1, 2, 3]);
  });

  it('are not those of a server that goes by number: the others would be missing without a word', async () => {
    const ask = async () => ({ next: '?limit=2&offset=2', results: [1, 2] });
    await expect(readAllByKey(ask, 2)).rejects.toThrow(/by key/u);
  });
});
