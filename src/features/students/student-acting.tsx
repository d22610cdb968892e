import type { ReactNode } from 'react';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { fullName, privacyQuestion } from '#contract/students/students.rules.ts';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { PrivacyInBulkDialog, type BulkPrivacyChange } from './privacy-in-bulk.dialog.tsx';
import { RenameStudentDialog } from './rename-student.dialog.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';
import { whoAre } from './students.rules.ts';
import { useChangePrivacy } from './use-change-privacy.ts';

interface PrivacyChange {
  student: Student;
  to: PrivacyPreference;
}

interface ChangePrivacyDialogProps {
  /** Null before the dialog was opened for anyone. */
  change: PrivacyChange | null;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a privacy preference is changed: it takes every post of the child along. */
function ChangePrivacyDialog({ change, opened, onClose }: ChangePrivacyDialogProps) {
  const changePrivacy = useChangePrivacy();
  const who = change ? fullName(change.student) : '';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Change the privacy of ${who}?`}
      question={(change && privacyQuestion(change.student.privacy_preference, change.to)) ?? ''}
      confirmLabel={change ? `Change to ${change.to}` : ''}
      onConfirm={() => (change ? changePrivacy(change.student, change.to) : undefined)}
    />
  );
}

interface ArchiveStudentsDialogProps {
  /** Null before the dialog was opened for anyone. */
  students: readonly Student[] | null;
  opened: boolean;
  onConfirm: (students: readonly Student[]) => Promise<void>;
  onClose: () => void;
}

/** Asks before students leave the class list: they cannot sign in from then on. */
function ArchiveStudentsDialog({ students, opened, onConfirm, onClose }: ArchiveStudentsDialogProps) {
  const one = students?.length === 1;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={students ? `Archive ${whoAre(students)}?` : ''}
      question={
        one
          ? 'This student leaves the class list and cannot sign in any more. Books and stories are kept, and you can restore the student at any time.'
          : 'These students leave the class list and cannot sign in any more. Their books and stories are kept, and you can restore them at any time.'
      }
      confirmLabel="Archive"
      onConfirm={() => (students ? onConfirm(students) : undefined)}
    />
  );
}

/** What can be done with students; all of it works without a network, and asks where one would want to be asked. */
export interface StudentActs {
  rename: (student: Student) => void;
  changePrivacy: (student: Student, to: PrivacyPreference) => void;
  changePrivacyOfAll: (students: readonly Student[], to: PrivacyPreference) => void;
  archive: (students: readonly Student[]) => void;
  restore: (students: readonly Student[]) => void;
}

interface StudentActingProps {
  /** How the students that may be acted on stand now. */
  standing: () => readonly Student[];
  /** They were changed, archived or restored together. */
  onDone?: (students: readonly Student[]) => void;
  /** What the acts are started from. */
  children: (acts: StudentActs) => ReactNode;
}

/** Students with the questions that come before something is done with them. */
export function StudentActing({ standing, onDone, children }: StudentActingProps) {
  const { setPrivacy, archive, restore } = useBulkChanges(standing);
  const renaming = useDialog<Student>();
  const privacy = useDialog<PrivacyChange>();
  const privacyInBulk = useDialog<BulkPrivacyChange>();
  const archiving = useDialog<readonly Student[]>();

  async function bringBack(students: readonly Student[]) {
    if (await restore(students)) onDone?.(students);
  }

  function askPrivacyOfAll(students: readonly Student[], to: PrivacyPreference) {
    if (students.some(({ privacy_preference }) => privacy_preference !== to)) {
      privacyInBulk.open({ students, to });
    } else {
      notify.error(studentProblems.invalid_privacy_transition.error);
    }
  }

  return (
    <>
      {children({
        rename: renaming.open,
        changePrivacy: (student, to) => privacy.open({ student, to }),
        changePrivacyOfAll: askPrivacyOfAll,
        archive: archiving.open,
        restore: (students) => void bringBack(students),
      })}
      <RenameStudentDialog student={renaming.subject} opened={renaming.opened} onClose={renaming.close} />
      <ChangePrivacyDialog change={privacy.subject} opened={privacy.opened} onClose={privacy.close} />
      <PrivacyInBulkDialog
        change={privacyInBulk.subject}
        opened={privacyInBulk.opened}
        onConfirm={async ({ students, to }) => {
          if (await setPrivacy(students, to)) onDone?.(students);
        }}
        onClose={privacyInBulk.close}
      />
      <ArchiveStudentsDialog
        students={archiving.subject}
        opened={archiving.opened}
        onConfirm={async (students) => {
          if (await archive(students)) onDone?.(students);
        }}
        onClose={archiving.close}
      />
    </>
  );
}
