import { fullName } from '#contract/students/students.rules.ts';
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
