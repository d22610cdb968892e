import type { Student } from '#contract/students/students.schema.ts';
import { csvOf, dayOf, type CsvColumn } from '#src/lib/csv.ts';
import { privacyLooks } from './privacy.tsx';

const columns: readonly CsvColumn<Student>[] = [
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

/** A list of students for a spreadsheet. */
export function studentsCsv(students: readonly Student[]): string {
  return csvOf(columns, students);
}
