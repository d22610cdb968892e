import { audience, fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { TextIndex } from '#src/lib/text-index.ts';

/** To search students by name and username, every word of a text, whatever case and accents. */
export function indexStudents(students: readonly Student[]): TextIndex<Student> {
  return new TextIndex(students, (student) => `${fullName(student)} ${student.username ?? ''}`);
}

/** One by the name, several by their number. */
export function whoAre(students: readonly Student[]): string {
  const [student] = students;
  return students.length === 1 && student ? fullName(student) : counted(students.length, 'student');
}

/** Said once they have the privacy again that they had before: “Undone: Zoë Fern is private again”. */
export function undonePrivacy(students: readonly Student[]): string {
  const [first, ...others] = new Set(students.map(({ privacy_preference }) => privacy_preference));
  const how = first && others.length === 0 ? `${audience[first]} again` : 'as before';
  return `Undone: ${whoAre(students)} ${students.length === 1 ? 'is' : 'are'} ${how}`;
}
