import { describe, expect, it } from 'vitest';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { FindRow } from '#src/sync/queued.ts';
import { effectContext } from '#tests/support/effect-context.ts';
import { noRows, type RowsByTable } from '#tests/support/no-rows.ts';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
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
} from './students.mutations.ts';

const maple = sampleClass({ no_of_students: 1 });
const zoe = sampleStudent(maple);

const shown: RowsByTable = { ...noRows, classes: [maple], students: [zoe] };

function rowsOf<Table extends SnapshotTable>(table: Table): readonly SnapshotRow<Table>[] {
  return shown[table];
}

const find: FindRow = (table, id) => rowsOf(table).find((row) => row.id === id);

const context = effectContext(scopeOf.schoolClass(maple.id), rowsOf);

const twoNames = [
  { first_name: 'Ada', last_name: 'van der Berg' },
  { first_name: 'Priya', last_name: '' },
];

describe('adding students', () => {
  const input = addStudentsInput(maple.id, twoNames);

  it('gives every child an id of its own on the device', () => {
    const ids = 'students' in input.body ? input.body.students.map(({ id }) => id) : [];
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/u.test(id ?? ''))).toBe(true);
  });

  it('shows the children at once, in order, private and without a username', () => {
    const rows = addStudents.effects.students?.([zoe], input, context) ?? [];
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatchObject({
      first_name: 'Ada',
      last_name: 'van der Berg',
      username: null,
      privacy_preference: 'private',
      stu_class: { id: maple.id, class_id: 'MAPXE247', name: 'Maple' },
      date_joined: context.queued_at,
      last_login: null,
    });
    expect(rows[2]).toMatchObject({ first_name: 'Priya', last_name: '' });
  });

  it('raises the number of students of the class', () => {
    const [row] = addStudents.effects.classes?.([maple], input, context) ?? [];
    expect(row?.no_of_students).toBe(3);
  });

  it('leaves the lists of other classes as they are', () => {
    const cedar = sampleClass({ name: 'Cedar' });
    const rows = [sampleStudent(cedar)];
    const elsewhere = { ...context, scope: scopeOf.schoolClass(cedar.id) };
    expect(addStudents.effects.students?.(rows, input, elsewhere)).toBe(rows);
    const classes = [cedar];
    expect(addStudents.effects.classes?.(classes, input, elsewhere)).toBe(classes);
  });

  it('counts nobody twice when the school has them already', () => {
    const rows = addStudents.effects.students?.([zoe], input, context) ?? [];
    expect(addStudents.effects.students?.(rows, input, context)).toBe(rows);
    const confirmed = {
      ...context,
      rowsOf: <T extends SnapshotTable>() => rows as readonly SnapshotRow[] as readonly SnapshotRow<T>[],
    };
    const classes = [maple];
    expect(addStudents.effects.classes?.(classes, input, confirmed)).toBe(classes);
  });

  it('is told in plain words', () => {
    expect(addStudents.describe(input, find)).toBe('2 students added to Maple');
    expect(addStudents.describe(addStudentsInput(maple.id, twoNames.slice(1)), find)).toBe(
      'Priya added to Maple',
    );
  });
});

describe('renaming a student', () => {
  const input = renameStudentInput(zoe.id, { first_name: 'Zoë', last_name: 'Farn' });

  it('shows the new name and keeps everything else', () => {
    expect(renameStudent.effects.students?.([zoe], input, context)).toEqual([{ ...zoe, last_name: 'Farn' }]);
  });

  it('leaves lists without the student as they are', () => {
    const rows = [sampleStudent(maple)];
    expect(renameStudent.effects.students?.(rows, input, context)).toBe(rows);
  });

  it('remembers the name that was shown', () => {
    expect(renameStudent.base?.(input, find)).toEqual({ first_name: 'Zoë', last_name: 'Fern' });
  });

  it('is told in plain words', () => {
    expect(renameStudent.describe(input, find)).toBe('Zoë Fern renamed to Zoë Farn');
    expect(renameStudent.describe(input, () => undefined)).toBe('Name changed to Zoë Farn');
  });
});

describe('changing a privacy preference', () => {
  const input = updatePrivacyInput(zoe.id, 'community');

  it('shows the new preference', () => {
    expect(updatePrivacy.effects.students?.([zoe], input, context)).toEqual([
      { ...zoe, privacy_preference: 'community' },
    ]);
  });

  it('remembers the preference that was shown', () => {
    expect(updatePrivacy.base?.(input, find)).toEqual({ privacy_preference: 'private' });
  });

  it('leaves the list as it is where the preference is that already', () => {
    const rows = [zoe];
    expect(updatePrivacy.effects.students?.(rows, updatePrivacyInput(zoe.id, 'private'), context)).toBe(rows);
  });

  it('is told in plain words', () => {
    expect(updatePrivacy.describe(input, find)).toBe('Zoë Fern set to community');
    expect(updatePrivacy.describe(input, () => undefined)).toBe('A student set to community');
  });
});

/** A class of three, the last of whom is archived, and a context in which all of them are shown. */
function threeChildren(classes: readonly SchoolClass[] = [maple]) {
  const ada = sampleStudent(maple, { first_name: 'Ada', no_of_books: 2 });
  const bo = sampleStudent(maple, { first_name: 'Bo', privacy_preference: 'public', no_of_books: 3 });
  const cy = sampleStudent(maple, {
    first_name: 'Cy',
    no_of_books: 5,
    archived_at: '2026-10-01T08:00:00.000Z',
    archived_by: { first_name: 'Tess', last_name: 'Alder' },
  });
  const students: readonly Student[] = [ada, bo, cy];
  const tables: RowsByTable = { ...noRows, classes, students };
  const rowsOfTable = <Table extends SnapshotTable>(table: Table): readonly SnapshotRow<Table>[] =>
    tables[table];
  const findRow: FindRow = (table, id) => rowsOfTable(table).find((row) => row.id === id);
  return { ada, bo, cy, students, context: { ...context, rowsOf: rowsOfTable }, find: findRow };
}

describe('changing the privacy preference of several students', () => {
  it('shows the new preference of all, and leaves those alone who have it', () => {
    const { ada, bo, cy, students, ...three } = threeChildren();
    const input = updatePrivacyInBulkInput([ada.id, bo.id], 'public');
    const rows = updatePrivacyInBulk.effects.students?.(students, input, three.context) ?? [];
    expect(rows).toEqual([{ ...ada, privacy_preference: 'public' }, bo, cy]);
    expect(rows[1]).toBe(bo);
    expect(updatePrivacyInBulk.effects.students?.(rows, input, three.context)).toBe(rows);
  });

  it('leaves the lists of other classes as they are', () => {
    const { ada, ...three } = threeChildren();
    const rows = [sampleStudent(sampleClass())];
    const input = updatePrivacyInBulkInput([ada.id], 'public');
    expect(updatePrivacyInBulk.effects.students?.(rows, input, three.context)).toBe(rows);
  });

  it('remembers for each what was shown', () => {
    const { ada, bo, ...three } = threeChildren();
    const input = updatePrivacyInBulkInput([ada.id, bo.id, maple.id], 'community');
    expect(updatePrivacyInBulk.base?.(input, three.find)).toEqual({
      privacy_preference: { [ada.id]: 'private', [bo.id]: 'public' },
    });
  });

  it('is told in plain words', () => {
    const { ada, bo, ...three } = threeChildren();
    const tell = (ids: string[]) =>
      updatePrivacyInBulk.describe(updatePrivacyInBulkInput(ids, 'private'), three.find);
    expect(tell([ada.id, bo.id])).toBe('2 students set to private');
    expect(tell([ada.id])).toBe('Ada Fern set to private');
  });
});

describe('archiving students', () => {
  it('takes them out of the list, with the moment, and lets those be who were archived before', () => {
    const { ada, bo, cy, students, ...three } = threeChildren();
    const input = archiveStudentsInput([ada.id, cy.id]);
    const rows = archiveStudents.effects.students?.(students, input, three.context) ?? [];
    expect(rows).toEqual([{ ...ada, archived_at: context.queued_at, archived_by: null }, bo, cy]);
    expect(archiveStudents.effects.students?.(rows, input, three.context)).toBe(rows);
  });

  it('lowers the counts of the class by those who leave it now', () => {
    const { ada, cy, ...three } = threeChildren();
    const rows = [{ ...maple, no_of_students: 2, no_of_books: 5 }];
    const input = archiveStudentsInput([ada.id, cy.id]);
    const base = archiveStudents.base?.(input, three.find);
    expect(archiveStudents.effects.classes?.(rows, input, { ...three.context, base })).toEqual([
      { ...maple, no_of_students: 1, no_of_books: 3 },
    ]);
  });

  it('leaves classes as they are in whose list none of them is', () => {
    const { ada, cy, ...three } = threeChildren();
    const counted = (rows: readonly SchoolClass[], ...ids: string[]) => {
      const input = archiveStudentsInput(ids);
      const base = archiveStudents.base?.(input, three.find);
      return archiveStudents.effects.classes?.(rows, input, { ...three.context, base });
    };
    const rows = [maple];
    expect(counted(rows, cy.id)).toBe(rows);
    expect(counted(rows, sampleClass().id)).toBe(rows);
    const others = [sampleClass()];
    expect(counted(others, ada.id)).toBe(others);
  });

  it('is told in plain words', () => {
    const { ada, bo, ...three } = threeChildren();
    expect(archiveStudents.describe(archiveStudentsInput([ada.id]), three.find)).toBe('Ada Fern archived');
    expect(archiveStudents.describe(archiveStudentsInput([ada.id, bo.id]), three.find)).toBe(
      '2 students archived',
    );
  });
});

describe('restoring students', () => {
  it('brings them back into the list and into the counts of the class', () => {
    const { ada, bo, cy, students, ...three } = threeChildren();
    const { effects } = restoreStudents;
    const call = archiveStudentsInput([ada.id, cy.id]);
    const rows = effects.students?.(students, call, three.context) ?? [];
    expect(rows).toEqual([ada, bo, { ...cy, archived_at: null, archived_by: null }]);
    expect(effects.students?.(rows, call, three.context)).toBe(rows);
    const classes = [{ ...maple, no_of_students: 2, no_of_books: 5 }];
    const base = restoreStudents.base?.(call, three.find);
    expect(effects.classes?.(classes, call, { ...three.context, base })).toEqual([
      { ...maple, no_of_students: 3, no_of_books: 10 },
    ]);
  });

  it('is told in plain words', () => {
    const { cy, ...three } = threeChildren();
    expect(restoreStudents.describe(archiveStudentsInput([cy.id]), three.find)).toBe('Cy Fern restored');
  });
});

describe('moving students to another class', () => {
  const birch = sampleClass({ name: 'Birch', class_id: 'BYRCH926' });
  const inBirch = { id: birch.id, class_id: birch.class_id, name: birch.name };

  it('shows them in the new class, and counts both classes again', () => {
    const { ada, bo, cy, students, ...three } = threeChildren([maple, birch]);
    const call = moveStudentsInput([bo.id, cy.id], birch.id);
    const base = moveStudents.base?.(call, three.find);
    expect(base).toMatchObject({ from: { [bo.id]: maple.id, [cy.id]: maple.id }, to: inBirch });
    const { effects } = moveStudents;
    const there = { ...three.context, base, scope: scopeOf.schoolClass(birch.id) };
    const here = { ...three.context, base };
    expect(effects.students?.(students, call, here)).toEqual([ada]);
    const arrived = effects.students?.([], call, there) ?? [];
    expect(arrived).toEqual([
      { ...bo, stu_class: inBirch },
      { ...cy, stu_class: inBirch },
    ]);
    expect(effects.students?.(arrived, call, there)).toBe(arrived);
    expect(effects.classes?.([birch], call, there)).toEqual([
      // Cy is archived, and so is counted nowhere.
      { ...birch, no_of_students: 1, no_of_books: 3 },
    ]);
    const before = { ...maple, no_of_students: 9, no_of_books: 50 };
    expect(effects.classes?.([before], call, here)).toEqual([
      { ...before, no_of_students: 8, no_of_books: 47 },
    ]);
  });

  it('changes nothing anywhere else, nor for those who are there already', () => {
    const { ada, students, ...three } = threeChildren();
    const call = moveStudentsInput([ada.id], maple.id);
    const here = { ...three.context, base: moveStudents.base?.(call, three.find) };
    expect(moveStudents.effects.students?.(students, call, here)).toBe(students);
    const classes = [maple];
    expect(moveStudents.effects.classes?.(classes, call, here)).toBe(classes);
    const elsewhere = { ...here, scope: scopeOf.schoolClass(birch.id) };
    const others = [sampleStudent(birch)];
    expect(moveStudents.effects.students?.(others, call, elsewhere)).toBe(others);
  });

  it('is told in plain words', () => {
    const { ada, bo, find: findRow } = threeChildren([maple, birch]);
    expect(moveStudents.describe(moveStudentsInput([ada.id], birch.id), findRow)).toBe(
      'Ada Fern moved to Birch',
    );
    expect(moveStudents.describe(moveStudentsInput([ada.id, bo.id], birch.id), () => undefined)).toBe(
      '2 students moved to another class',
    );
    expect(moveStudents.touches?.(moveStudentsInput([ada.id], birch.id))).toEqual([ada.id]);
  });
});

describe('what a change is about', () => {
  it('is what it makes, or what has to be there for it', () => {
    const input = addStudentsInput(maple.id, twoNames);
    const made = 'students' in input.body ? input.body.students.map(({ id }) => id) : [];
    expect(addStudents.creates?.(input)).toEqual(made);
    expect(renameStudent.touches?.(renameStudentInput(zoe.id, zoe))).toEqual([zoe.id]);
    expect(updatePrivacy.touches?.(updatePrivacyInput(zoe.id, 'public'))).toEqual([zoe.id]);
    expect(updatePrivacyInBulk.touches?.(updatePrivacyInBulkInput([zoe.id], 'public'))).toEqual([zoe.id]);
    expect(archiveStudents.touches?.(archiveStudentsInput([zoe.id]))).toEqual([zoe.id]);
    expect(restoreStudents.touches?.(archiveStudentsInput([zoe.id]))).toEqual([zoe.id]);
  });

  it('is sent once where it was changed twice, as it was left', () => {
    const [first, second] = [
      renameStudentInput(zoe.id, zoe),
      renameStudentInput(zoe.id, { first_name: 'Zoe', last_name: 'Farn' }),
    ];
    expect(renameStudent.fold?.(first, second)).toBe(second);
    const [open, closed] = [updatePrivacyInput(zoe.id, 'public'), updatePrivacyInput(zoe.id, 'private')];
    expect(updatePrivacy.fold?.(open, closed)).toBe(closed);
  });

  it('is sent once for several only where it is about the very same', () => {
    const bulk = (...ids: string[]) => updatePrivacyInBulkInput(ids, 'public');
    const [ada, bo] = [sampleStudent(maple).id, sampleStudent(maple).id];
    const later = bulk(bo, ada);
    expect(updatePrivacyInBulk.fold?.(bulk(ada, bo), later)).toBe(later);
    expect(updatePrivacyInBulk.fold?.(bulk(ada, bo), bulk(ada))).toBeNull();
    expect(updatePrivacyInBulk.fold?.(bulk(ada), bulk(ada, bo))).toBeNull();
    const archived = archiveStudentsInput([ada]);
    expect(archiveStudents.fold?.(archiveStudentsInput([ada]), archived)).toBe(archived);
    expect(restoreStudents.fold?.(archiveStudentsInput([ada, bo]), archived)).toBeNull();
  });
});
