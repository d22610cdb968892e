import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line } from '../kit/text.ts';

const RowNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000_000));

/** What a file says. It is checked row by row, so that one row that will not do takes no other down. */
const RowText = v.pipe(v.string(), v.maxLength(1000));

/** A row of a file as it is sent: the id of the child that it makes, and where in the file it stands. */
export const ImportedRow = v.object({
  id: Id,
  /** As spreadsheets count, the line of headers included. */
  row: RowNumber,
  first_name: RowText,
  last_name: v.optional(RowText, ''),
});
export type ImportedRow = v.InferOutput<typeof ImportedRow>;

/** A part of a file: as many calls as it takes, all with the same id of the import. */
export const AddRows = v.object({
  file_name: line({ required: 'Please choose a file', maximum: 200, label: 'File name' }),
  /** How many rows all parts have together. */
  row_count: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(limits.rowsPerImport, `Please import at most ${limits.rowsPerImport} students at a time`),
  ),
  rows: v.pipe(
    v.array(ImportedRow),
    v.minLength(1, 'Please add at least one student'),
    v.maxLength(limits.studentsPerCall, `Please add at most ${limits.studentsPerCall} students at a time`),
  ),
});
export type AddRows = v.InferOutput<typeof AddRows>;

/** A row that the school did not take, and why. */
export const RefusedRow = v.object({
  id: Id,
  row: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  reason: v.string(),
});
export type RefusedRow = v.InferOutput<typeof RefusedRow>;

/** Why a child stays when its import is undone. */
const keptReasons = ['signed_in', 'made_something', 'moved'] as const;

/** A child that stayed when the import was undone. */
export const KeptStudent = v.object({ id: Id, reason: v.picklist(keptReasons) });
export type KeptStudent = v.InferOutput<typeof KeptStudent>;

/** One file that was imported into a class, as the staff of the class see it. */
export const ImportJob = v.object({
  id: Id,
  file_name: v.string(),
  /** Null on a device until the school has the import. */
  made_by: v.nullable(v.object({ first_name: v.string(), last_name: v.string() })),
  made_at: Instant,
  /** Null on a device until the school has the import. */
  undo_until: v.nullable(Instant),
  /** How many rows were to be added. */
  row_count: v.number(),
  /** The children that it made, in the order of the file. */
  student_ids: v.array(Id),
  refused: v.array(RefusedRow),
  undone_at: v.nullable(Instant),
  kept: v.array(KeptStudent),
});
export type ImportJob = v.InferOutput<typeof ImportJob>;

/** What became of a row. */
export const RowResult = v.variant('outcome', [
  v.object({ id: Id, row: v.number(), outcome: v.literal('added') }),
  v.object({ id: Id, row: v.number(), outcome: v.literal('refused'), reason: v.string() }),
]);
export type RowResult = v.InferOutput<typeof RowResult>;
