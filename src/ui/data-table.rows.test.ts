import { describe, expect, it } from 'vitest';
import { pageOfRows, sortRows } from './data-table.rows.ts';

const columns = [
  { key: 'name', sortBy: ({ name }: { name: string; seen: number | null }) => name },
  { key: 'seen', sortBy: ({ seen }: { name: string; seen: number | null }) => seen },
  { key: 'picture' },
];

function row(name: string, seen: number | null = null) {
  return { name, seen };
}

describe('sortRows', () => {
  it('puts accented names beside their plain spelling', () => {
    const rows = [row('Zoë'), row('Emil'), row('Élodie'), row('Eva')];
    const names = sortRows(rows, columns, { key: 'name', descending: false }).map(({ name }) => name);
    expect(names).toEqual(['Élodie', 'Emil', 'Eva', 'Zoë']);
  });

  it('counts numbers in a text as numbers', () => {
    const rows = [row('Class 10'), row('Class 9'), row('Class 1')];
    const names = sortRows(rows, columns, { key: 'name', descending: false }).map(({ name }) => name);
    expect(names).toEqual(['Class 1', 'Class 9', 'Class 10']);
  });

  it('keeps rows of which nothing is known at the end in both directions', () => {
    const rows = [row('never'), row('early', 1), row('late', 2)];
    const rising = sortRows(rows, columns, { key: 'seen', descending: false }).map(({ name }) => name);
    const falling = sortRows(rows, columns, { key: 'seen', descending: true }).map(({ name }) => name);
    expect(rising).toEqual(['early', 'late', 'never']);
    expect(falling).toEqual(['late', 'early', 'never']);
  });

  it('leaves the rows as they are for a column that has no order', () => {
    const rows = [row('b'), row('a')];
    expect(sortRows(rows, columns, { key: 'picture', descending: false })).toBe(rows);
  });
});

describe('pageOfRows', () => {
  const rows = Array.from({ length: 45 }, (_, index) => index);

  it('cuts out one page', () => {
    expect(pageOfRows(rows, 2, 20)).toEqual({ rows: rows.slice(20, 40), page: 2, pages: 3 });
  });

  it('shows the last page when a later one is asked for, as after rows went away', () => {
    expect(pageOfRows(rows, 9, 20)).toEqual({ rows: rows.slice(40), page: 3, pages: 3 });
  });

  it('has one empty page when there are no rows', () => {
    expect(pageOfRows([], 1, 20)).toEqual({ rows: [], page: 1, pages: 1 });
  });
});
