import type { ClassTeacher, SchoolClass } from '#contract/classes/classes.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { SortValue } from '#src/ui/data-table.rows.ts';

function nameOf({ first_name, last_name }: Pick<ClassTeacher, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}

export function teacherName({ assigned_teacher: teacher }: SchoolClass): string {
  return teacher ? nameOf(teacher) : '';
}

/** All who teach a class, the lead first. */
export function teacherNames({ assigned_teacher, co_teachers }: SchoolClass): string {
  return [...(assigned_teacher ? [assigned_teacher] : []), ...co_teachers].map(nameOf).join(', ');
}

/** What the list can be ordered by. */
export const classOrders: readonly {
  key: string;
  header: string;
  sortBy: (row: SchoolClass) => SortValue;
}[] = [
  { key: 'name', header: 'Name', sortBy: ({ name }) => name },
  { key: 'teacher', header: 'Teacher', sortBy: (row) => teacherName(row) || null },
  { key: 'students', header: 'Students', sortBy: ({ no_of_students }) => no_of_students },
  { key: 'books', header: 'Books', sortBy: ({ no_of_books }) => no_of_books },
];

/** Classes whose name, code or teacher holds the text, whatever its case and accents. */
export function searchClasses(classes: readonly SchoolClass[], text: string): readonly SchoolClass[] {
  const wanted = foldForSearch(text.trim());
  if (wanted === '') return classes;
  return classes.filter((row) =>
    foldForSearch(`${row.name}\n${row.class_id ?? ''}\n${teacherName(row)}`).includes(wanted),
  );
}
