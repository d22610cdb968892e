import { expect } from 'vitest';
import { verdictOf, type Row } from '../../bench/kit/figures.ts';
import { report, type Drill } from '../../bench/kit/report.ts';

/** Writes what was measured into docs/benchmarks.md, and fails where something did not hold. */
export async function judge(
  drill: Drill,
  { how, rows, notes = [] }: { how: string; rows: readonly Row[]; notes?: readonly string[] },
): Promise<void> {
  await report(drill, 'PostgreSQL embedded, on the same machine as servers and tablets', [
    { title: how, rows, notes },
  ]);
  expect(rows.filter((row) => verdictOf(row) === 'missed').map(({ what }) => what)).toEqual([]);
}
