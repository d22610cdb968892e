import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { csvOfBytes, csvOfRows } from '#tests/support/large-csv.ts';
import { readCsv } from './csv.rules.ts';
import { importProblems } from './imports.problems.ts';

interface Expected {
  why: string;
  refused?: string;
  encoding?: string;
  separator?: string;
  header?: boolean;
  unused?: string[];
  /** Rows of lines that make no child. */
  left_out?: number[];
  asks_order?: true;
  rows?: { row: number; first_name: string; last_name: string; reason?: string; doubt?: string }[];
}

const corpus = new URL('../../tests/imports-corpus/', import.meta.url);
const cases = readdirSync(corpus)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => {
    const expected = readFileSync(new URL(name.replace(/csv$/u, 'json'), corpus), 'utf8');
    return { name, bytes: readFileSync(new URL(name, corpus)), ...(JSON.parse(expected) as Expected) };
  });

/** What was read, in the words of the corpus. */
function reading(bytes: Uint8Array): Omit<Expected, 'why'> {
  const read = readCsv(bytes);
  if ('refused' in read) return { refused: read.refused.error };
  return {
    ...read.table,
    header: read.plan.hasHeader,
    unused: [...read.plan.unused],
    ...(read.plan.leftOut.length > 0 && { left_out: read.plan.leftOut.map(({ row }) => row) }),
    ...(read.plan.asksOrder && { asks_order: true as const }),
    rows: read.rows.map(({ problem, doubt, ...row }) => ({
      ...row,
      ...(problem && { reason: problem.reason }),
      ...(doubt && { doubt: doubt.reason }),
    })),
  };
}

describe('files as schools have them', () => {
  it('are more than a hundred', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each(cases)('$name: $why', ({ name: _name, why: _why, bytes, ...expected }) => {
    expect(reading(bytes)).toEqual(expected);
  });
});

describe('a large file', () => {
  it('of exactly 5 MB is read', () => {
    const bytes = csvOfBytes(limits.csvBytes);
    expect(bytes.byteLength).toBe(5_242_880);
    const read = readCsv(bytes);
    expect('rows' in read && read.rows.length).toBe(400);
  });

  it('of one byte more is not', () => {
    expect(readCsv(csvOfBytes(limits.csvBytes + 1))).toEqual({ refused: importProblems.too_large });
  });

  it('of 10,000 rows is read whole, and of one row more not at all', () => {
    const read = readCsv(csvOfRows(10_000));
    expect('rows' in read && read.rows.filter(({ problem }) => problem === null).length).toBe(10_000);
    expect(readCsv(csvOfRows(10_001))).toEqual({ refused: importProblems.too_many_rows });
  });
});
