import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import type { ImportedRow, ImportJob, KeptStudent } from '#contract/imports/imports.schema.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { classesWithAdded, inRow, listWithAdded } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { queued } from '#src/sync/queued.ts';
import type { EffectContext, FindRow } from '#src/sync/queued.ts';

type AddInput = EndpointInput<typeof importEndpoints.addRows>;
type UndoInput = EndpointInput<typeof importEndpoints.undo>;

/** A file as it is sent: one call for each part, all under the same id. */
export function addRowsInputs(
  file: { classId: string; importId: string; name: string },
  parts: readonly (readonly ImportedRow[])[],
): AddInput[] {
  const row_count = parts.reduce((sum, part) => sum + part.length, 0);
  const params = { classId: file.classId, importId: file.importId };
  return parts.map((rows) => ({ params, body: { file_name: file.name, row_count, rows: [...rows] } }));
}

function isOfClass({ params }: AddInput | UndoInput, { scope }: EffectContext): boolean {
  return scope === scopeOf.schoolClass(params.classId);
}

function className(classId: string, find: FindRow): string {
  return find('classes', classId)?.name ?? 'a class';
}

export const addRows = queued(importEndpoints.addRows, {
  effects: {
    students: (rows, input, context) => {
      if (!isOfClass(input, context)) return rows;
      const [schoolClass] = context.rowsOf('classes');
      return listWithAdded(rows, input.body.rows, {
        stu_class: schoolClass ? inRow(schoolClass) : null,
        date_joined: context.queued_at,
      });
    },
    classes: (rows, { params, body }, context) =>
      classesWithAdded(rows, params.classId, body.rows, context.rowsOf('students')),
    imports: (rows, input, context) => {
      if (!isOfClass(input, context)) return rows;
      const { params, body } = input;
      const index = rows.findIndex(({ id }) => id === params.importId);
      const job: ImportJob = rows[index] ?? {
        id: params.importId,
        file_name: body.file_name,
        made_by: null,
        made_at: context.queued_at,
        undo_until: null,
        row_count: body.row_count,
        student_ids: [],
        refused: [],
        undone_at: null,
        kept: [],
      };
      const decided = new Set([...job.student_ids, ...job.refused.map(({ id }) => id)]);
      const added = body.rows.flatMap(({ id }) => (decided.has(id) ? [] : [id]));
      if (added.length === 0) return rows;
      const longer = { ...job, student_ids: [...job.student_ids, ...added] };
      return index < 0 ? [...rows, longer] : rows.with(index, longer);
    },
  },
  describe: ({ params, body }, find) => {
    return `${counted(body.rows.length, 'student')} of ${body.file_name} added to ${className(params.classId, find)}`;
  },
  creates: ({ params, body }) => [params.importId, ...body.rows.map(({ id }) => id)],
});

export function undoImportInput(classId: string, importId: string): UndoInput {
  return { params: { classId, importId } };
}

/** Who leaves when an import is undone and who stays, as this device knows it. */
export interface UndoForecast {
  leaving: readonly string[];
  kept: readonly KeptStudent[];
}

export function forecastUndo(
  job: Pick<ImportJob, 'student_ids'>,
  classId: string,
  studentOf: (id: string) => Student | undefined,
): UndoForecast {
  const leaving: string[] = [];
  const kept: KeptStudent[] = [];
  for (const id of job.student_ids) {
    const student = studentOf(id);
    if (!student) kept.push({ id, reason: 'moved' });
    else if (student.archived_at === null) {
      if (student.last_login !== null) kept.push({ id, reason: 'signed_in' });
      else if (student.no_of_books > 0) kept.push({ id, reason: 'made_something' });
      else if (student.stu_class?.id !== classId) kept.push({ id, reason: 'moved' });
      else leaving.push(id);
    }
  }
  return { leaving, kept };
}

function forecastIn({ base }: EffectContext): UndoForecast | null {
  return (base?.forecast as UndoForecast | undefined) ?? null;
}

export const undoImport = queued(importEndpoints.undo, {
  effects: {
    students: (rows, input, context) => {
      const leaving = new Set(isOfClass(input, context) ? forecastIn(context)?.leaving : []);
      let isChanged = false;
      const changed = rows.map((row) => {
        if (row.archived_at !== null || !leaving.has(row.id)) return row;
        isChanged = true;
        return { ...row, archived_at: context.queued_at, archived_by: null };
      });
      return isChanged ? changed : rows;
    },
    classes: (rows, input, context) => {
      const index = rows.findIndex(({ id }) => id === input.params.classId);
      const row = rows[index];
      const left = forecastIn(context)?.leaving.length ?? 0;
      return row && left > 0 ? rows.with(index, { ...row, no_of_students: row.no_of_students - left }) : rows;
    },
    imports: (rows, input, context) => {
      const index = rows.findIndex(({ id }) => id === input.params.importId);
      const row = rows[index];
      if (row?.undone_at !== null) return rows;
      const kept = [...(forecastIn(context)?.kept ?? [])];
      return rows.with(index, { ...row, undone_at: context.queued_at, kept });
    },
  },
  base: ({ params }, find) => {
    const job = find('imports', params.importId);
    if (!job) return undefined;
    return { forecast: forecastUndo(job, params.classId, (id) => find('students', id)) };
  },
  describe: ({ params }, find) => {
    const job = find('imports', params.importId);
    return `Import of ${job?.file_name ?? 'a file'} into ${className(params.classId, find)} undone`;
  },
  touches: ({ params }) => [params.importId],
});
