import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { families } from '#tests/support/hostile-texts.ts';
import { csvName, csvOf } from './csv.ts';

describe('a list for a spreadsheet', () => {
  it.each(Object.entries(families))('has cells of %s as they are, and none that is run', (_family, texts) => {
    const csv = csvOf<string>([['Name', (text) => text] as const, ['End', () => 'end'] as const], texts);
    const { data, errors } = Papa.parse<string[]>(csv.slice(1, -2));
    expect(errors).toEqual([]);
    const cells = data.slice(1).map(([cell = '', end]) => {
      expect(end).toBe('end');
      return cell;
    });
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
    expect(cells.map((cell, place) => (cell === texts[place] ? cell : cell.slice(1)))).toEqual([...texts]);
  });

  it('is named after the day', () => {
    expect(csvName('Students', new Date(2026, 10, 3, 9))).toBe('Students_2026-11-03.csv');
  });
});
