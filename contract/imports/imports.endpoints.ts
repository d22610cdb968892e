import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { fileField } from '../kit/files.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { classStaff } from '../kit/roles.ts';
import { studentProblems } from '../students/students.problems.ts';
import { importProblems } from './imports.problems.ts';
import { AddRows, KeptStudent, RowResult } from './imports.schema.ts';
import { subscriptionProblems } from '../subscriptions/subscriptions.problems.ts';

const ImportOfClass = v.object({ classId: Id, importId: Id });

export const importEndpoints = {
  addRows: endpoint({
    name: 'imports.addRows',
    summary: 'Add students to a class from rows of a file; each row is answered for itself',
    method: 'POST',
    path: '/class/:classId/imports/:importId/rows/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: ImportOfClass,
    body: AddRows,
    response: v.object({ message: v.string(), results: v.array(RowResult) }),
    problems: [
      studentProblems.class_not_found,
      importProblems.not_found,
      importProblems.undone,
      importProblems.too_many_rows,
    ],
  }),
  /** The whole file at once, without a look at its rows before; see decision 25. */
  addFile: endpoint({
    name: 'imports.addFile',
    summary: 'Add the students of a CSV file to a class, all of them or nobody',
    method: 'POST',
    path: '/add-bulk-student-without-mail-to-class/:classId/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    grows: true,
    sends: 'multipart',
    params: v.object({ classId: Id }),
    body: v.object({
      file: fileField({
        // What browsers and tools say that a CSV file is. What it is indeed, its bytes tell.
        types: [
          'text/csv',
          'application/csv',
          'application/vnd.ms-excel',
          'text/plain',
          'application/octet-stream',
        ],
        wrongType: importProblems.not_csv.error,
        maximum: limits.csvBytes,
        tooLarge: importProblems.too_large.error,
      }),
    }),
    response: v.object({
      message: v.string(),
      data: v.object({
        id: Id,
        class_id: v.string(),
        import_id: Id,
        count: v.number(),
        /** Lines that made no child: titles, and what grade books have besides. */
        left_out: v.array(v.object({ row: v.number(), text: v.string() })),
      }),
    }),
    problems: [
      subscriptionProblems.read_only,
      studentProblems.class_not_found,
      importProblems.not_csv,
      importProblems.empty,
      importProblems.too_many_rows,
      importProblems.order_unclear,
      importProblems.rows_refused,
    ],
  }),
  undo: endpoint({
    name: 'imports.undo',
    summary: 'Archive the students that an import added, but for those who have used their accounts since',
    method: 'POST',
    path: '/class/:classId/imports/:importId/undo/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: ImportOfClass,
    response: v.object({ message: v.string(), archived: v.number(), kept: v.array(KeptStudent) }),
    problems: [studentProblems.class_not_found, importProblems.not_found, importProblems.too_late],
  }),
} as const;
