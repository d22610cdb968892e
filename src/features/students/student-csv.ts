import Papa from 'papaparse';
import type { Student } from '#contract/students/students.schema.ts';
import { privacyLooks } from './privacy.tsx';

/** The day on the wall where the file is made, as spreadsheets know it: 2026-11-03. */
function dayOf(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

const columns: readonly (readonly [string, (student: Student) => string | number])[] = [
  ['First name', ({ first_name }) => first_name],
  ['Last name', ({ last_name }) => last_name],
  ['Username', ({ username }) => username ?? ''],
  ['Class', ({ stu_class }) => stu_class?.name ?? ''],
  ['Class code', ({ stu_class }) => stu_class?.class_id ?? ''],
  ['Privacy', ({ privacy_preference }) => privacyLooks[privacy_preference].label],
  ['Books', ({ no_of_books }) => no_of_books],
  ['Joined', ({ date_joined }) => dayOf(date_joined)],
  ['Last sign-in', ({ last_login }) => dayOf(last_login)],
  ['Archived', ({ archived_at }) => dayOf(archived_at)],
];

/**
 * A list of students for a spreadsheet. With a byte order mark, without which Excel takes it for another encoding. A cell that
 * a spreadsheet would run as a formula gets an apostrophe in front: a child may be called whatever it likes.
 * @see RFC 4180
 */
export function studentsCsv(students: readonly Student[]): string {
  const names = columns.map(([name]) => name);
  const rows = students.map((student) => columns.map(([, value]) => value(student)));
  return `\uFEFF${Papa.unparse([names, ...rows], { escapeFormulae: true })}\r\n`;
}

/** @param now when the file is made */
export function csvName(now: Date): string {
  return `Students_${dayOf(now.toISOString())}.csv`;
}
