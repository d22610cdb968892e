import { privacyPreferences, type Student } from '#contract/students/students.schema.ts';
import {
  addStudents,
  addStudentsInput,
  archiveStudents,
  archiveStudentsInput,
  moveStudents,
  moveStudentsInput,
  renameStudent,
  renameStudentInput,
  restoreStudents,
  updatePrivacy,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { change, type Generator, going, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

const preferenceOf = (value: number) => pick(privacyPreferences, value) ?? 'private';

/** Up to two children next to each other in the list. */
function some(students: readonly Student[], which: number): readonly string[] {
  const first = which % Math.max(1, students.length);
  return students.slice(first, first + 2).map(({ id }) => id);
}

export const generators: Readonly<Record<string, Generator>> = {
  [addStudents.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(going(classes), which);
    if (!schoolClass) return null;
    const input = addStudentsInput(schoolClass.id, [{ first_name: word, last_name: 'New' }]);
    const row = 'students' in input.body ? (input.body.students[0]?.id ?? '') : '';
    return change(addStudents, input, [{ row, field: `in ${schoolClass.id}`, value: true }]);
  },
  [renameStudent.endpoint.name]: ({ students }, { which, word }) => {
    const student = pick(students, which);
    if (!student) return null;
    const input = renameStudentInput(student.id, { first_name: word, last_name: 'Name' });
    return change(renameStudent, input, [{ row: student.id, field: 'name', value: `${word} Name` }]);
  },
  [updatePrivacy.endpoint.name]: ({ students }, { which, value }) => {
    const student = pick(students, which);
    if (!student) return null;
    const preference = preferenceOf(value);
    return change(updatePrivacy, updatePrivacyInput(student.id, preference), [
      { row: student.id, field: 'privacy_preference', value: preference },
    ]);
  },
  [updatePrivacyInBulk.endpoint.name]: ({ students }, { which, value }) => {
    const ids = some(students, which);
    if (ids.length === 0) return null;
    const preference = preferenceOf(value);
    const effects = ids.map((row) => ({ row, field: 'privacy_preference', value: preference }));
    return change(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, preference), effects);
  },
  [archiveStudents.endpoint.name]: ({ students }, { which }) => {
    const there = students.filter(({ archived_at }) => archived_at === null);
    const ids = some(there, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'archived', value: true }));
    return change(archiveStudents, archiveStudentsInput(ids), effects);
  },
  [restoreStudents.endpoint.name]: ({ students }, { which }) => {
    const archived = students.filter(({ archived_at }) => archived_at !== null);
    const ids = some(archived.length > 0 ? archived : students, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'archived', value: false }));
    return change(restoreStudents, archiveStudentsInput(ids), effects);
  },
  [moveStudents.endpoint.name]: ({ classes, students }, { which, value }) => {
    const to = pick(going(classes), value);
    if (!to) return null;
    const elsewhere = students.filter(
      ({ archived_at, stu_class }) => archived_at === null && stu_class?.id !== to.id,
    );
    const ids = some(elsewhere, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'class', value: to.id }));
    return change(moveStudents, moveStudentsInput(ids, to.id), effects);
  },
};

export const fields = /^(?:in [\da-f-]{36}|class|name|archived|privacy_preference)$/u;

export function shownAt({ classes, students }: Screen, { row, field }: Effect): string | boolean | undefined {
  const student = students.find(({ id }) => id === row);
  if (field.startsWith('in ')) {
    // What ended meanwhile has nobody in it; the call is refused when it gets there.
    const isShown = going(classes).some(({ id }) => id === field.slice('in '.length));
    return isShown ? student !== undefined : undefined;
  }
  if (!student) return undefined;
  if (field === 'class') {
    const { id } = student.stu_class ?? {};
    return going(classes).some((each) => each.id === id) ? id : undefined;
  }
  if (field === 'name') return `${student.first_name} ${student.last_name}`;
  return field === 'archived' ? student.archived_at !== null : student.privacy_preference;
}
