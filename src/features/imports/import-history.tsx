import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ImportJobCard } from './import-job.card.tsx';
import { standingOf, undoQuestion, type JobStanding } from './import-job.rules.ts';
import { undoImport, undoImportInput } from './imports.mutations.ts';
import styles from './imports.module.css';

interface ImportHistoryProps {
  schoolClass: SchoolClass;
  /** The import that was added a moment ago; it gets the focus. */
  latest: string | null;
  printCards: (studentIds: readonly string[]) => ReactNode;
}

/** What was imported into the class, the newest first. */
export function ImportHistory({ schoolClass, latest, printCards }: ImportHistoryProps) {
  const replica = useReplica();
  const scope = scopeOf.schoolClass(schoolClass.id);
  const { rows: jobs } = useRows(scope, 'imports');
  const { rows: students } = useRows(scope, 'students');
  const now = useNow();
  const undoing = useDialog<JobStanding>();
  const newest = useRef<HTMLElement>(null);
  const standings = useMemo(() => {
    const byId = new Map(students.map((student) => [student.id, student]));
    return {
      byId,
      all: jobs
        .toSorted((one, other) => (one.made_at < other.made_at ? 1 : -1))
        .map((job) => standingOf(job, { classId: schoolClass.id, byId }, now)),
    };
  }, [jobs, students, schoolClass.id, now]);

  useEffect(() => {
    if (latest !== null) newest.current?.focus();
  }, [latest]);

  async function undo() {
    const { subject } = undoing;
    if (!subject) return;
    const words = ['Import undone', 'The import could not be undone. Please try again.'] as const;
    await saveAndSay(notify, words, () =>
      replica.enqueue(undoImport, undoImportInput(schoolClass.id, subject.job.id)),
    );
  }

  if (standings.all.length === 0) return null;
  return (
    <section aria-labelledby="imports" className={styles.history}>
      <h2 id="imports" className={styles.heading}>
        Imports
      </h2>
      {standings.all.map((standing) => (
        <ImportJobCard
          key={standing.job.id}
          ref={standing.job.id === latest ? newest : null}
          standing={standing}
          byId={standings.byId}
          now={now}
          isNew={standing.job.id === latest}
          printCards={printCards}
          onUndo={() => undoing.open(standing)}
        />
      ))}
      <ConfirmDialog
        opened={undoing.opened}
        onClose={undoing.close}
        title={`Undo the import of ${undoing.subject?.job.file_name ?? 'the file'}?`}
        question={undoing.subject && undoQuestion(undoing.subject.forecast)}
        confirmLabel="Undo the import"
        danger
        onConfirm={undo}
      />
    </section>
  );
}
