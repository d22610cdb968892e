import * as v from 'valibot';
import { importProblems } from './imports.problems.ts';
import type { ProblemDefinition } from '../kit/problem.ts';
import { limits } from '../kit/limits.ts';
import { nameProblem } from '../kit/person-name.ts';
import { NewStudent } from '../students/students.schema.ts';

/** Why a row cannot be added, and at which of its fields that is to be mended. */
export interface RowProblem {
  field: 'first_name' | 'last_name';
  reason: string;
}

interface RowNames {
  first_name: string;
  last_name: string;
}

const emailAddress = /^\S+@\S+\.\S+$/u;
/** Letters of UTF-8 that were once read as something else: `ZoÃ«`. Also the mark for what could not be read at all. */
const garbled = /[ÂÃ][\u{80}-\u{BF}]|â€|\uFFFD/u;

function oddity(value: string): string | null {
  if (value === '') return null;
  const problem = nameProblem(value);
  if (problem !== null) return problem;
  if (emailAddress.test(value)) return 'This looks like an email address, not a name';
  if (garbled.test(value)) return 'These letters look garbled. Please type the name as it should be';
  if (!/\p{L}/u.test(value)) return 'A name needs letters';
  if ((value.match(/"/gu)?.length ?? 0) % 2 === 1) return 'A quotation mark is never closed';
  return null;
}

/**
 * The rules for a row of a file, over those for a child who is typed in: in a file stands what nobody looked at. The same
 * on the device before it is sent and at school when it arrives.
 */
export function checkRow(name: RowNames): RowProblem | null {
  for (const field of ['first_name', 'last_name'] as const) {
    const reason = oddity(name[field]);
    if (reason !== null) return { field, reason };
  }
  const result = v.safeParse(NewStudent, name);
  if (result.success) return null;
  const [issue] = result.issues;
  return {
    field: v.getDotPath(issue) === 'last_name' ? 'last_name' : 'first_name',
    reason: issue.message,
  };
}

/** What is wrong with a file before it is looked into; null where nothing is. Its name says CSV, or its type does. */
export function checkFile(file: { name: string; type: string; size: number }): ProblemDefinition | null {
  const [type] = file.type.split(';');
  if (!/\.csv$/iu.test(file.name) && type !== 'text/csv') return importProblems.not_csv;
  return file.size > limits.csvBytes ? importProblems.too_large : null;
}

/** Bytes of the rows of one call, so that several calls share a push. */
const bytesPerCall = 96 * 1024;

/** Rows in the parts that they are sent in: as many as a call may have, and not too large. */
export function partsOf<Row extends RowNames>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    // No letter is longer than three bytes for each unit of its text; the rest is the ids and the names of the fields.
    const size = 120 + 3 * (row.first_name.length + row.last_name.length);
    const last = parts.at(-1);
    if (last && last.length < limits.studentsPerCall && bytes + size <= bytesPerCall) {
      last.push(row);
      bytes += size;
    } else {
      parts.push([row]);
      bytes = size;
    }
  }
  return parts;
}
