import { uuidv7 } from 'uuidv7';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { classesWithAdded, fullName, inRow, listWithAdded } from '#contract/students/students.rules.ts';
import type { TypedName } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student, StudentName } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { queued } from '#src/sync/queued.ts';
import type { EffectContext, FindRow } from '#src/sync/queued.ts';

type AddInput = EndpointInput<typeof studentEndpoints.addToClass>;

/** The call's body may be a bare list as well. */
function newStudents({ body }: AddInput) {
  return 'students' in body ? body.students : body;
}

/** The rows with one student changed; the very same rows where nothing about them is another than before. */
function changeStudent(rows: readonly Student[], id: string, change: Partial<Student>): readonly Student[] {
  return changeStudents(rows, [id], () => change);
}

/** The same for several. `change` says null of those who stay as they are. */
function changeStudents(
  rows: readonly Student[],
  studentIds: readonly string[],
  change: (student: Student) => Partial<Student> | null,
): readonly Student[] {
  const ids = new Set(studentIds);
  let isChanged = false;
  const changed = rows.map((row) => {
    const fields = ids.has(row.id) ? change(row) : null;
    if (!fields || isAlready(row, fields)) return row;
    isChanged = true;
    return { ...row, ...fields };
  });
  return isChanged ? changed : rows;
}

function isAlready(row: Student, fields: Partial<Student>): boolean {
  return Object.entries(fields).every(([field, value]) => row[field as keyof Student] === value);
}

function inWords(ids: readonly string[], find: FindRow): string {
  const [id = ''] = ids;
  if (ids.length !== 1) return counted(ids.length, 'student');
  const student = find('students', id);
  return student ? fullName(student) : 'A student';
}

/** One call for a whole list. The ids are made here, so that each child is added once however often it is sent. */
export function addStudentsInput(classId: string, names: readonly TypedName[]): AddInput {
  return {
    params: { classId },
    body: { students: names.map(({ first_name, last_name }) => ({ id: uuidv7(), first_name, last_name })) },
  };
}

/** The class as it was shown to who added them: it may have been made or renamed just before, and not be confirmed yet. */
function classOfAdded({ params }: AddInput, context: EffectContext): Student['stu_class'] {
  const seen = context.base?.stu_class as Student['stu_class'] | undefined;
  const confirmed = context.rowsOf('classes').find(({ id }) => id === params.classId);
  if (!seen) return confirmed ? inRow(confirmed) : null;
  return { ...seen, class_id: confirmed?.class_id ?? seen.class_id };
}

export const addStudents = queued(studentEndpoints.addToClass, {
  effects: {
    students: (rows, input, context) => {
      if (context.scope !== scopeOf.schoolClass(input.params.classId)) return rows;
      return listWithAdded(rows, newStudents(input), {
        stu_class: classOfAdded(input, context),
        date_joined: context.queued_at,
      });
    },
    classes: (rows, input, context) =>
      classesWithAdded(rows, input.params.classId, newStudents(input), context.rowsOf('students')),
  },
  base: ({ params }, find) => {
    const row = find('classes', params.classId);
    return row && { stu_class: inRow(row) };
  },
  describe: (input, find) => {
    const students = newStudents(input);
    const [first] = students;
    const who =
      students.length === 1 && first
        ? fullName({ first_name: first.first_name, last_name: first.last_name ?? '' })
        : counted(students.length, 'student');
    const schoolClass = find('classes', input.params.classId);
    return schoolClass ? `${who} added to ${schoolClass.name}` : `${who} added`;
  },
  creates: (input) => newStudents(input).flatMap(({ id }) => id ?? []),
  // A class that was made just now comes first.
  touches: ({ params }) => [params.classId],
});

export function renameStudentInput(id: string, name: StudentName) {
  return { params: { id }, body: name };
}

export const renameStudent = queued(studentEndpoints.rename, {
  effects: {
    students: (rows, { params, body }) =>
      changeStudent(rows, params.id, { first_name: body.first_name, last_name: body.last_name }),
  },
  base: ({ params }, find) => {
    const student = find('students', params.id);
    return student && { first_name: student.first_name, last_name: student.last_name };
  },
  describe: ({ params, body }, find) => {
    const student = find('students', params.id);
    const before = student && fullName(student);
    const after = fullName(body);
    return before === undefined || before === after
      ? `Name changed to ${after}`
      : `${before} renamed to ${after}`;
  },
  touches: ({ params }) => [params.id],
  fold: (_earlier, later) => later,
});

export function updatePrivacyInput(id: string, privacy_preference: PrivacyPreference) {
  return { params: { id }, body: { privacy_preference } };
}

export const updatePrivacy = queued(studentEndpoints.updatePrivacy, {
  effects: {
    students: (rows, { params, body }) => changeStudent(rows, params.id, body),
  },
  base: ({ params }, find) => {
    const student = find('students', params.id);
    return student && { privacy_preference: student.privacy_preference };
  },
  describe: ({ params, body }, find) => `${inWords([params.id], find)} set to ${body.privacy_preference}`,
  touches: ({ params }) => [params.id],
  fold: (_earlier, later) => later,
});

export function updatePrivacyInBulkInput(user_ids: readonly string[], privacy_preference: PrivacyPreference) {
  return { body: { user_ids: [...user_ids], privacy_preference } };
}

export const updatePrivacyInBulk = queued(studentEndpoints.updatePrivacyInBulk, {
  effects: {
    students: (rows, { body: { user_ids, privacy_preference } }) =>
      changeStudents(rows, user_ids, () => ({ privacy_preference })),
  },
  base: ({ body }, find) => ({
    privacy_preference: Object.fromEntries(
      body.user_ids.flatMap((id) => {
        const student = find('students', id);
        return student ? [[id, student.privacy_preference]] : [];
      }),
    ),
  }),
  describe: ({ body }, find) => `${inWords(body.user_ids, find)} set to ${body.privacy_preference}`,
  touches: ({ body }) => body.user_ids,
  fold: foldAlike,
});

/** What a student's class is on a row. */
type Place = NonNullable<Student['stu_class']>;

/** How the students and their classes were seen when they were moved; only of those who really move. */
interface MoveBase {
  /** By student, the class that each stood in; null for none. What the server compares with. */
  from: Record<string, string | null>;
  to: Place;
  /** Whole, because no other scope has them: in the new class they are shown by this. */
  students: readonly Student[];
}

export function moveStudentsInput(user_ids: readonly string[], school_class_id: string) {
  return { body: { user_ids: [...user_ids], school_class_id } };
}

/** How the counts of a class change by students who leave or come; archived ones are not counted. */
function countsOf(students: readonly Student[]): Counts {
  const present = students.filter(({ archived_at }) => archived_at === null);
  return {
    no_of_students: present.length,
    no_of_books: present.reduce((sum, { no_of_books }) => sum + no_of_books, 0),
  };
}

function recount(row: SchoolClass, students: readonly Student[], direction: 1 | -1): SchoolClass {
  const { no_of_students, no_of_books } = countsOf(students);
  if (no_of_students === 0 && no_of_books === 0) return row;
  return {
    ...row,
    no_of_students: row.no_of_students + direction * no_of_students,
    no_of_books: row.no_of_books + direction * no_of_books,
  };
}

export const moveStudents = queued(studentEndpoints.move, {
  effects: {
    students: (rows, { body }, { scope, base, resolveCarriedRows }) => {
      const { to, students = [] } = (base ?? {}) as Partial<MoveBase>;
      const ids = new Set(body.user_ids);
      if (scope !== scopeOf.schoolClass(body.school_class_id)) {
        const staying = rows.filter(({ id }) => !ids.has(id));
        return staying.length === rows.length ? rows : staying;
      }
      const held = new Set(rows.map(({ id }) => id));
      const arriving = resolveCarriedRows(
        'students',
        students.filter(({ id }) => !held.has(id)),
      );
      if (to === undefined || arriving.length === 0) return rows;
      const [stu_class = to] = resolveCarriedRows('classes', [to]);
      return [...rows, ...arriving.map((student) => ({ ...student, stu_class }))];
    },
    classes: (rows, { body }, { base, resolveCarriedRows }) => {
      const { from = {}, students: brought = [] } = (base ?? {}) as Partial<MoveBase>;
      const students = resolveCarriedRows('students', brought);
      let isChanged = false;
      const recounted = rows.map((row) => {
        const after =
          row.id === body.school_class_id
            ? recount(row, students, 1)
            : recount(
                row,
                students.filter(({ id }) => from[id] === row.id),
                -1,
              );
        isChanged ||= after !== row;
        return after;
      });
      return isChanged ? recounted : rows;
    },
  },
  base: ({ body }, find) => {
    const to = find('classes', body.school_class_id);
    if (!to) return undefined;
    const students = body.user_ids.flatMap((id) => {
      const student = find('students', id);
      return student && student.stu_class?.id !== to.id ? [student] : [];
    });
    const base: MoveBase = {
      from: Object.fromEntries(students.map(({ id, stu_class }) => [id, stu_class?.id ?? null])),
      to: { id: to.id, class_id: to.class_id, name: to.name },
      students,
    };
    return { ...base };
  },
  describe: ({ body }, find) => {
    const schoolClass = find('classes', body.school_class_id);
    return `${inWords(body.user_ids, find)} moved to ${schoolClass?.name ?? 'another class'}`;
  },
  touches: ({ body }) => body.user_ids,
});

export function archiveStudentsInput(user_ids: readonly string[]) {
  return { body: { user_ids: [...user_ids] } };
}

type ArchiveInput = ReturnType<typeof archiveStudentsInput>;
type Counts = Pick<SchoolClass, 'no_of_students' | 'no_of_books'>;

/**
 * How many leave the list of which class, or come back to it, as the person saw it. The class is counted by this and
 * not by its students: a list of all classes does not have them in memory, and what comes before in the outbox counts.
 */
function movingStudents({ body }: ArchiveInput, find: FindRow, archived: boolean) {
  const moving: Record<string, Counts> = {};
  for (const id of body.user_ids) {
    const student = find('students', id);
    if (!student?.stu_class || (student.archived_at !== null) === archived) continue;
    const { no_of_students, no_of_books } = moving[student.stu_class.id] ?? {
      no_of_students: 0,
      no_of_books: 0,
    };
    moving[student.stu_class.id] = {
      no_of_students: no_of_students + 1,
      no_of_books: no_of_books + student.no_of_books,
    };
  }
  return { moving };
}

function countAgain(
  rows: readonly SchoolClass[],
  { base }: EffectContext,
  direction: 1 | -1,
): readonly SchoolClass[] {
  const moving = base?.moving as Readonly<Record<string, Counts>> | undefined;
  const index = rows.findIndex(({ id }) => moving?.[id] !== undefined);
  const row = rows[index];
  const counts = row && moving?.[row.id];
  if (!counts) return rows;
  return rows.with(index, {
    ...row,
    no_of_students: row.no_of_students + direction * counts.no_of_students,
    no_of_books: row.no_of_books + direction * counts.no_of_books,
  });
}

/** The later one, where both are about the same students; otherwise what one of them did would be lost. */
function foldAlike<Input extends ArchiveInput>(earlier: Input, later: Input): Input | null {
  const ids = new Set(earlier.body.user_ids);
  const isAlike =
    ids.size === new Set(later.body.user_ids).size && later.body.user_ids.every((id) => ids.has(id));
  return isAlike ? later : null;
}

export const archiveStudents = queued(studentEndpoints.archive, {
  effects: {
    students: (rows, { body }, { queued_at }) =>
      changeStudents(rows, body.user_ids, ({ archived_at }) =>
        archived_at === null ? { archived_at: queued_at, archived_by: null } : null,
      ),
    classes: (rows, _input, context) => countAgain(rows, context, -1),
  },
  base: (input, find) => movingStudents(input, find, true),
  describe: ({ body }, find) => `${inWords(body.user_ids, find)} archived`,
  touches: ({ body }) => body.user_ids,
  fold: foldAlike,
});

export const restoreStudents = queued(studentEndpoints.restore, {
  effects: {
    students: (rows, { body }) =>
      changeStudents(rows, body.user_ids, () => ({ archived_at: null, archived_by: null })),
    classes: (rows, _input, context) => countAgain(rows, context, 1),
  },
  base: (input, find) => movingStudents(input, find, false),
  describe: ({ body }, find) => `${inWords(body.user_ids, find)} restored`,
  touches: ({ body }) => body.user_ids,
  fold: foldAlike,
});
