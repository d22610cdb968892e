import type { RowDoubt } from '#contract/imports/csv-doubts.rules.ts';
import type { CsvPlan } from '#contract/imports/csv.rules.ts';
import type { RowProblem } from '#contract/imports/imports.rules.ts';
import type { ProblemDefinition } from '#contract/kit/problem.ts';

/** A row of a file before it is added: as it was read, or as somebody mended it. */
export interface DraftRow {
  /** Of the child that it makes. */
  id: string;
  /** As spreadsheets count. */
  row: number;
  first_name: string;
  last_name: string;
  problem: RowProblem | null;
  /** Why it may be no child, which is asked. */
  doubt: RowDoubt | null;
  /** The whole name, folded: rows with the same one may be the same child. */
  key: string;
}

/** How the file was understood. */
export type FileFacts = Pick<CsvPlan, 'hasHeader' | 'unused' | 'leftOut' | 'asksOrder' | 'count'>;

export type FileReading = { refused: ProblemDefinition } | { facts: FileFacts; rows: DraftRow[] };

/** What the thread that reads says, in this order. */
export type ReaderWord =
  | { kind: 'refused'; problem: ProblemDefinition }
  | { kind: 'facts'; facts: FileFacts }
  | { kind: 'rows'; rows: DraftRow[] }
  | { kind: 'done' };
