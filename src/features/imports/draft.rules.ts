import { checkRow } from '#contract/imports/imports.rules.ts';
import type { ImportedRow, ImportJob } from '#contract/imports/imports.schema.ts';
import { tidyText } from '#contract/kit/text.ts';
import { nameKey } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';
import type { DraftRow } from './file-reading.ts';

/** Whether a row is somebody who is there already, or no child: `same` adds nobody. */
export type Choice = 'same' | 'different';

/** Whom a row looks like: a child of the class, one who was archived, or the row of this number further up. */
export type Double = { of: 'class' } | { of: 'archived' } | { of: 'file'; row: number };

/**
 * - `ready`: it is added.
 * - `problem`: it cannot be added as it is.
 * - `ask`: somebody has to say whether it is the same child, or a child at all.
 * - `same`: it is the same child or none, so it is not added.
 */
export type RowState = 'ready' | 'problem' | 'ask' | 'same';

export interface CheckedRow {
  row: DraftRow;
  double: Double | null;
  state: RowState;
}

export interface CheckedDraft {
  rows: readonly CheckedRow[];
  counts: Readonly<Record<RowState, number>>;
}

/** The names that are in a class, folded, and those that were archived. */
export interface KnownNames {
  inClass: ReadonlySet<string>;
  archived: ReadonlySet<string>;
}

/** Those whom an import added that was undone are nobody to be mixed up with: the list is often imported once more. */
export function knownNames(students: readonly Student[], imports: readonly ImportJob[]): KnownNames {
  const undone = new Set(
    imports.flatMap(({ undone_at, student_ids }) => (undone_at === null ? [] : student_ids)),
  );
  const inClass = new Set<string>();
  const archived = new Set<string>();
  for (const student of students) {
    const key = nameKey(student);
    if (student.archived_at === null) inClass.add(key);
    else if (!undone.has(student.id)) archived.add(key);
  }
  return { inClass, archived };
}

function doubleOf({ key }: DraftRow, known: KnownNames, seen: ReadonlyMap<string, number>): Double | null {
  if (known.inClass.has(key)) return { of: 'class' };
  const row = seen.get(key);
  if (row !== undefined) return { of: 'file', row };
  return known.archived.has(key) ? { of: 'archived' } : null;
}

function stateOf({ problem, doubt }: DraftRow, double: Double | null, choice: Choice | undefined): RowState {
  // What is no child needs no better name.
  if (doubt && choice !== 'different') return choice === 'same' ? 'same' : 'ask';
  if (problem) return 'problem';
  if (!double || choice === 'different') return 'ready';
  return choice === 'same' ? 'same' : 'ask';
}

/** The rows with what was taken for first and last names the other way round. */
export function withLastNamesFirst(rows: readonly DraftRow[]): readonly DraftRow[] {
  return rows.map((row) => mendRow(row, { first_name: row.last_name, last_name: row.first_name }));
}

/** Every row compared with the class and with the rows above it. */
export function checkDraft(
  rows: readonly DraftRow[],
  choices: ReadonlyMap<string, Choice>,
  known: KnownNames,
): CheckedDraft {
  const seen = new Map<string, number>();
  const counts = { ready: 0, problem: 0, ask: 0, same: 0 };
  const checked = rows.map((row): CheckedRow => {
    const double = row.problem ? null : doubleOf(row, known, seen);
    if (!row.problem && !seen.has(row.key)) seen.set(row.key, row.row);
    const state = stateOf(row, double, choices.get(row.id));
    counts[state] += 1;
    return { row, double, state };
  });
  return { rows: checked, counts };
}

/** The row as somebody typed it anew, looked at again. */
export function mendRow(
  row: DraftRow,
  change: Partial<Pick<DraftRow, 'first_name' | 'last_name'>>,
): DraftRow {
  // What was asked of its name is another question of another name.
  const doubt = row.doubt?.of === 'row' ? row.doubt : null;
  const mended = { ...row, ...change, doubt };
  const tidy = tidyNames(mended);
  return { ...mended, problem: checkRow(tidy), key: nameKey(tidy) };
}

function tidyNames({ first_name, last_name }: Pick<DraftRow, 'first_name' | 'last_name'>) {
  return { first_name: tidyText(first_name), last_name: tidyText(last_name) };
}

/** What is sent of a draft. */
export function rowsToAdd({ rows }: CheckedDraft): ImportedRow[] {
  return rows
    .filter(({ state }) => state === 'ready')
    .map(({ row }) => ({ id: row.id, row: row.row, ...tidyNames(row) }));
}

const number = new Intl.NumberFormat('en');

/** More children than this are no class. */
const largeClass = 60;

/**
 * What to ask before a file is added that would make another class of it, in plain numbers; null where there is nothing
 * to ask. `leftOut`: rows that are not added because something is wrong with them.
 */
export function brakeQuestion(
  className: string,
  { inClass, adding, leftOut }: { inClass: number; adding: number; leftOut: number },
): string | null {
  const after = inClass + adding;
  const sentences = [];
  if ((inClass > 0 && adding >= inClass) || after > largeClass) {
    const now = inClass === 0 ? 'nobody' : counted(inClass, 'student');
    sentences.push(
      `${className} has ${now} in it. This file adds ${number.format(adding)}, which makes ${number.format(after)}.`,
    );
  }
  if (leftOut > 0) {
    sentences.push(
      leftOut === 1
        ? '1 row still needs a look, and is left out.'
        : `${number.format(leftOut)} rows still need a look, and are left out.`,
    );
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}
