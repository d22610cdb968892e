/*
 * Reads a file beside the page, which stays smooth meanwhile. It is started for one file and ended with it, by whoever
 * started it: to call it off is to end it.
 */
import { uuidv7 } from 'uuidv7';
import { checkPlan, planTable, readTable } from '#contract/imports/csv.rules.ts';
import { importProblems } from '#contract/imports/imports.problems.ts';
import { nameKey } from '#contract/students/students.rules.ts';
import type { DraftRow, ReaderWord } from './file-reading.ts';

/** Rows in one message: few enough that the page takes each between two frames. */
const rowsPerMessage = 500;

function say(word: ReaderWord): void {
  postMessage(word);
}

async function read(file: File): Promise<void> {
  const table = readTable(new Uint8Array(await file.arrayBuffer()));
  if (!table) return say({ kind: 'refused', problem: importProblems.not_csv });
  const plan = planTable(table);
  const problem = checkPlan(plan);
  if (!plan || problem) return say({ kind: 'refused', problem: problem ?? importProblems.empty });
  const { hasHeader, unused, leftOut, asksOrder, count } = plan;
  say({ kind: 'facts', facts: { hasHeader, unused, leftOut, asksOrder, count } });
  let rows: DraftRow[] = [];
  for (const row of plan.rows()) {
    rows.push({ ...row, id: uuidv7(), key: nameKey(row) });
    if (rows.length === rowsPerMessage) {
      say({ kind: 'rows', rows });
      rows = [];
    }
  }
  say({ kind: 'rows', rows });
  say({ kind: 'done' });
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  // What fails here fails the thread, and whoever started it hears of that.
  read(data).catch((error: unknown) => reportError(error));
});
