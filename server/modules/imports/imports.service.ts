import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { readCsv, type CsvRow, type LeftOutLine } from '#contract/imports/csv.rules.ts';
import { importProblems } from '#contract/imports/imports.problems.ts';
import { checkFile, checkRow } from '#contract/imports/imports.rules.ts';
import type { AddRows, ImportedRow, KeptStudent, RowResult } from '#contract/imports/imports.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tidyText } from '#contract/kit/text.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { NewStudent } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { StudentAccounts } from '../students/student-accounts.ts';
import type { StudentService } from '../students/students.service.ts';
import * as repository from './imports.repository.ts';

type StaffCall = Call<Actor>;

interface Place {
  classId: string;
  importId: string;
}

export interface ImportService {
  /**
   * Adds the children of some rows, each at most once however often its row comes. A row that will not do is kept with
   * the reason and takes no other down.
   */
  addRows(place: Place, part: AddRows, call: StaffCall): Promise<RowResult[]>;
  /**
   * Adds all children of a file, or nobody.
   * @throws Problem `imports.not_csv`, `.empty`, `.too_many_rows`, `.order_unclear`; `.rows_refused` with the reason at each row
   */
  addFile(
    classId: string,
    file: Blob,
    call: StaffCall,
  ): Promise<{ id: string; class_id: string; import_id: string; count: number; left_out: LeftOutLine[] }>;
  /** Archives the children that the import made and nobody has used since; the others stay, and why is kept. */
  undo(place: Place, call: StaffCall): Promise<{ archived: number; kept: KeptStudent[] }>;
}

const hour = 3_600_000;

export function createImportService(options: {
  classes: ClassAccess;
  students: Pick<StudentService, 'addToClass' | 'archive'>;
  accounts: Pick<StudentAccounts, 'findTaken'>;
}): ImportService {
  const { classes, students, accounts } = options;

  async function refuseOthersClasses({ classId }: Place, { transaction, actor }: StaffCall): Promise<void> {
    if (!(await classes.runs(transaction, actor, classId)))
      throw new Problem(studentProblems.class_not_found);
  }

  /** The import, where it is one of this class. @throws Problem `imports.not_found`, `.undone` */
  async function openFor(place: Place, part: Omit<AddRows, 'rows'>, call: StaffCall) {
    const { transaction, actor, now } = call;
    const job = await repository.openJob(transaction, actor.tenant_id, {
      id: place.importId,
      school_class_id: place.classId,
      file_name: part.file_name,
      row_count: part.row_count,
      made_by: actor.id,
      made_at: now,
      undo_until: new Date(now.getTime() + limits.importUndoHours * hour),
    });
    if (job.school_class_id !== place.classId) throw new Problem(importProblems.not_found);
    if (job.undone_at !== null) throw new Problem(importProblems.undone);
    if (job.isNew) {
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'imports.made',
        subject_id: place.importId,
        details: { class: place.classId, file: part.file_name, rows: part.row_count },
      });
    }
  }

  /** Why each row cannot be added, or null where it can. */
  async function judge(rows: readonly ImportedRow[], { transaction, actor }: StaffCall) {
    const ids = rows.map(({ id }) => id);
    const taken = new Set(await accounts.findTaken(transaction, actor.tenant_id, ids));
    const seen = new Set<string>();
    return rows.map((row) => {
      const isRepeated = seen.has(row.id);
      seen.add(row.id);
      const why = isRepeated || taken.has(row.id) ? studentProblems.id_taken.error : checkRow(row)?.reason;
      return { ...row, reason: why ?? null };
    });
  }

  return {
    async addRows(place, part, call) {
      const { transaction, actor, changes } = call;
      await refuseOthersClasses(place, call);
      await openFor(place, part, call);
      const tenantId = actor.tenant_id;
      const ids = part.rows.map(({ id }) => id);
      const decided = await repository.findDecided(transaction, tenantId, place.importId, ids);
      const fresh = part.rows.filter(({ id }) => !decided.has(id));
      if (fresh.length > 0) {
        const before = await repository.countRows(transaction, tenantId, place.importId);
        if (before + fresh.length > limits.rowsPerImport) throw new Problem(importProblems.too_many_rows);
        const judged = await judge(fresh, call);
        const good = judged.filter(({ reason }) => reason === null);
        if (good.length > 0) {
          const drafts = good.map(({ id, first_name, last_name }) =>
            v.parse(NewStudent, { id, first_name, last_name }),
          );
          await students.addToClass(place.classId, drafts, call);
        }
        // A row whose id another one has cannot be told from it afterwards, so the first one stands for both.
        const rows = [...new Map(judged.toReversed().map((row) => [row.id, row])).values()].toReversed();
        await repository.insertRows(transaction, tenantId, place.importId, rows);
        for (const { id, reason } of rows) decided.set(id, reason);
        changes.put(scopeOf.schoolClass(place.classId), 'imports', place.importId);
      }
      return part.rows.map(({ id, row }): RowResult => {
        const reason = decided.get(id) ?? null;
        return reason === null ? { id, row, outcome: 'added' } : { id, row, outcome: 'refused', reason };
      });
    },

    async addFile(classId, file, call) {
      const { transaction, actor, changes } = call;
      const place = { classId, importId: uuidv7() };
      await refuseOthersClasses(place, call);
      const name = file instanceof File ? file.name : '';
      const wrong = checkFile({ name, type: file.type, size: file.size });
      if (wrong) throw new Problem(wrong);
      const read = readCsv(new Uint8Array(await file.arrayBuffer()));
      if ('refused' in read) throw new Problem(read.refused);
      if (read.plan.asksOrder) throw new Problem(importProblems.order_unclear);
      refuseProblems(read.rows);
      const rows = read.rows.map(({ row, first_name, last_name }) => ({
        id: uuidv7(),
        row,
        first_name,
        last_name,
        reason: null,
      }));
      await openFor(place, { file_name: tidyName(name), row_count: rows.length }, call);
      let class_id = '';
      for (let start = 0; start < rows.length; start += limits.studentsPerCall) {
        const part = rows.slice(start, start + limits.studentsPerCall);
        const drafts = part.map(({ id, first_name, last_name }) =>
          v.parse(NewStudent, { id, first_name, last_name }),
        );
        ({ class_id } = await students.addToClass(classId, drafts, call));
        await repository.insertRows(transaction, actor.tenant_id, place.importId, part);
      }
      changes.put(scopeOf.schoolClass(classId), 'imports', place.importId);
      const left_out = [...read.plan.leftOut];
      return { id: classId, class_id, import_id: place.importId, count: rows.length, left_out };
    },

    async undo(place, call) {
      const { transaction, actor, changes, now } = call;
      await refuseOthersClasses(place, call);
      const tenantId = actor.tenant_id;
      const job = await repository.lockJob(transaction, tenantId, place.importId);
      if (job?.school_class_id !== place.classId) throw new Problem(importProblems.not_found);
      if (job.undone_at !== null)
        return { archived: 0, kept: await repository.listKept(transaction, tenantId, job.id) };
      if (now > job.undo_until) throw new Problem(importProblems.too_late);
      const made = await repository.listMade(transaction, tenantId, job);
      // Whoever was archived since is out of the class as it is.
      const there = made.filter((student) => !student.is_archived);
      const kept = there.flatMap((student): KeptStudent[] => {
        const reason = reasonToKeep(student);
        return reason === null ? [] : [{ id: student.id, reason }];
      });
      const leaving = there.filter((student) => reasonToKeep(student) === null).map(({ id }) => id);
      let archived = 0;
      for (let start = 0; start < leaving.length; start += limits.studentsPerCall)
        archived += await students.archive(leaving.slice(start, start + limits.studentsPerCall), call);
      await repository.setUndone(transaction, tenantId, job.id, { at: now, by: actor.id, kept });
      changes.put(scopeOf.schoolClass(place.classId), 'imports', job.id);
      await audit(transaction, {
        tenant_id: tenantId,
        actor_id: actor.id,
        action: 'imports.undone',
        subject_id: job.id,
        details: { archived, kept: kept.length },
      });
      return { archived, kept };
    },
  };
}

/** Reasons in one answer: whoever has more mends the list as a whole. */
const mostReasons = 100;

function refuseProblems(rows: readonly CsvRow[]): void {
  // What has to be asked is asked of people: here nobody answers, and a line of sums becomes no child.
  const wrong = rows.flatMap(({ row, problem, doubt }): [string, string[]][] => {
    const reason = doubt?.reason ?? problem?.reason;
    return reason === undefined ? [] : [[`rows.${row}`, [reason]]];
  });
  if (wrong.length > 0)
    throw new Problem(importProblems.rows_refused, {
      errors: Object.fromEntries(wrong.slice(0, mostReasons)),
    });
}

/** A file may be called anything, or nothing. */
function tidyName(name: string): string {
  const tidy = tidyText(name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')).slice(0, 200);
  return tidy.toWellFormed() || 'A list';
}

function reasonToKeep(student: repository.MadeStudent): KeptStudent['reason'] | null {
  if (student.has_signed_in) return 'signed_in';
  if (student.has_works) return 'made_something';
  return student.is_in_class ? null : 'moved';
}
