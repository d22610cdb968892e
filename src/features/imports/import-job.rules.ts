import type { ImportJob, KeptStudent } from '#contract/imports/imports.schema.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { forecastUndo, type UndoForecast } from './imports.mutations.ts';

/** An import, with what has become of its children by now. */
export interface JobStanding {
  job: ImportJob;
  /** Children who are not at school yet: nobody has made their accounts. */
  waiting: number;
  /** Rows of which the school never heard, or that it did not take as a whole. */
  missing: number;
  forecast: UndoForecast;
  canUndo: boolean;
  /** Children whose cards can be printed. */
  printable: readonly string[];
}

export function standingOf(
  job: ImportJob,
  { classId, byId }: { classId: string; byId: ReadonlyMap<string, Student> },
  now: Date,
): JobStanding {
  const made = job.student_ids.flatMap((id) => byId.get(id) ?? []);
  const waiting = made.filter(({ username }) => username === null).length;
  return {
    job,
    waiting,
    missing: Math.max(0, job.row_count - job.student_ids.length - job.refused.length),
    forecast: forecastUndo(job, classId, (id) => byId.get(id)),
    canUndo: job.undone_at === null && (job.undo_until === null || now.toISOString() < job.undo_until),
    printable: made
      .filter(({ username, archived_at }) => username !== null && archived_at === null)
      .map(({ id }) => id),
  };
}

const reasons: Readonly<Record<KeptStudent['reason'], string>> = {
  signed_in: 'has signed in',
  made_something: 'has made something',
  moved: 'is not in this class any more',
};

/** "Zoë Fern has signed in". */
export function keptInWords({ id, reason }: KeptStudent, byId: ReadonlyMap<string, Student>): string {
  const student = byId.get(id);
  return `${student ? fullName(student) : 'A child'} ${reasons[reason]}`;
}

/** What undoing does, before it is done. */
export function undoQuestion({ leaving, kept }: UndoForecast): string {
  const left =
    leaving.length === 0
      ? 'Nobody leaves the class list.'
      : `${counted(leaving.length, 'student leaves', 'students leave')} the class list and cannot sign in any more; they are among the archived.`;
  if (kept.length === 0) return left;
  return `${left} ${counted(kept.length, 'student stays', 'students stay')}, because their accounts have been used.`;
}
