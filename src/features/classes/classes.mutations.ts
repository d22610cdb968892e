import { uuidv7 } from 'uuidv7';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { themeInWords } from '#contract/classes/classes.rules.ts';
import type { NewClass, SchoolClass } from '#contract/classes/classes.schema.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { queued } from '#src/sync/queued.ts';
import type { EffectContext, FindRow } from '#src/sync/queued.ts';

/** The rows with one class changed; the very same rows where that changes nothing. `change` may say null. */
function changeClass(
  rows: readonly SchoolClass[],
  classId: string,
  change: (row: SchoolClass) => Partial<SchoolClass> | null,
): readonly SchoolClass[] {
  const place = rows.findIndex(({ id }) => id === classId);
  const row = rows[place];
  const fields = row && change(row);
  return fields ? rows.with(place, { ...row, ...fields }) : rows;
}

/** What the children who stand in a class have of it in their own rows; nobody else is in its scope. */
function changeStudents(
  rows: readonly Student[],
  classId: string,
  { scope }: EffectContext,
  stu_class: (student: Student) => Student['stu_class'],
): readonly Student[] {
  if (scope !== scopeOf.schoolClass(classId) || rows.length === 0) return rows;
  return rows.map((student) => ({ ...student, stu_class: stu_class(student) }));
}

const nameOf = (id: string, find: FindRow) => find('classes', id)?.name ?? 'A class';

const touchesClass = ({ params }: { params: { id: string } }) => [params.id];

/** The id is made here, so that the class is made once however often it is sent. */
export function createClassInput(wanted: Omit<NewClass, 'id'>) {
  return { body: { ...wanted, id: uuidv7() } };
}

const idOfNew = ({ body }: EndpointInput<typeof classEndpoints.create>) => body.id ?? '';

export const createClass = queued(classEndpoints.create, {
  effects: {
    classes: (rows, input, { scope }) => {
      const id = idOfNew(input);
      if (scope !== scopeOf.schoolClass(id) || rows.length > 0) return rows;
      const { name, class_theme } = input.body;
      return [
        {
          id,
          class_id: null,
          name,
          class_theme,
          assigned_teacher: null,
          co_teachers: [],
          no_of_students: 0,
          no_of_books: 0,
          archived_at: null,
          archived_by: null,
        },
      ];
    },
  },
  describe: ({ body }) => `Class ${body.name} made`,
  creates: (input) => [idOfNew(input)],
  opens: (input) => [scopeOf.schoolClass(idOfNew(input))],
});

export function renameClassInput(id: string, name: string) {
  return { params: { id }, body: { name } };
}

export const renameClass = queued(classEndpoints.rename, {
  effects: {
    classes: (rows, { params, body }) =>
      changeClass(rows, params.id, ({ name }) => (name === body.name ? null : body)),
    students: (rows, { params, body }, context) =>
      changeStudents(rows, params.id, context, ({ stu_class }) => stu_class && { ...stu_class, ...body }),
  },
  base: ({ params }, find) => {
    const row = find('classes', params.id);
    return row && { name: row.name };
  },
  describe: ({ params, body }, find) => {
    const before = nameOf(params.id, find);
    return before === body.name ? `Class renamed to ${body.name}` : `${before} renamed to ${body.name}`;
  },
  touches: touchesClass,
  fold: (_earlier, later) => later,
});

export function recolourClassInput(id: string, class_theme: string) {
  return { params: { id }, body: { class_theme } };
}

export const recolourClass = queued(classEndpoints.recolour, {
  effects: {
    classes: (rows, { params, body }) =>
      changeClass(rows, params.id, ({ class_theme }) => (class_theme === body.class_theme ? null : body)),
  },
  base: ({ params }, find) => {
    const row = find('classes', params.id);
    return row && { class_theme: row.class_theme };
  },
  describe: ({ params, body }, find) =>
    `Colour of ${nameOf(params.id, find)} set to ${themeInWords(body.class_theme)}`,
  touches: touchesClass,
  fold: (_earlier, later) => later,
});

export function classInput(id: string) {
  return { params: { id } };
}

/**
 * Nothing moves on the device: the school puts the class, and its children, into another scope. They are no class's from
 * now on, wherever they stand.
 */
export const archiveClass = queued(classEndpoints.archive, {
  effects: {
    classes: (rows, { params }, { queued_at }) =>
      changeClass(rows, params.id, ({ archived_at }) =>
        archived_at === null ? { archived_at: queued_at, archived_by: null } : null,
      ),
    students: (rows, { params }, context) => changeStudents(rows, params.id, context, () => null),
  },
  describe: ({ params }, find) => `${nameOf(params.id, find)} archived`,
  touches: touchesClass,
});

/** Who comes back with a class is known at school, but for an archiving that was never sent. */
export const restoreClass = queued(classEndpoints.restore, {
  effects: {
    classes: (rows, { params }) =>
      changeClass(rows, params.id, ({ archived_at }) =>
        archived_at === null ? null : { archived_at: null, archived_by: null },
      ),
    students: (rows, { params }, context) => {
      const seen = context.base?.stu_class as NonNullable<Student['stu_class']> | undefined;
      const [back = null] = seen ? context.resolveCarriedRows('classes', [seen]) : [];
      return changeStudents(rows, params.id, context, ({ stu_class }) => stu_class ?? back);
    },
  },
  base: ({ params }, find) => {
    const row = find('classes', params.id);
    return row && { stu_class: { id: row.id, class_id: row.class_id, name: row.name } };
  },
  // While it is archived it stands with the school, and the device has no scope of its own for who is added to it next.
  opens: ({ params }) => [scopeOf.schoolClass(params.id)],
  describe: ({ params }, find) => `${nameOf(params.id, find)} restored`,
  touches: touchesClass,
});
