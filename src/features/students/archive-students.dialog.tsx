import type { Student } from '#contract/students/students.schema.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { whoAre } from './students.rules.ts';

interface ArchiveStudentsDialogProps {
  /** Null before the dialog was opened for anyone. */
  students: readonly Student[] | null;
  opened: boolean;
  onConfirm: (students: readonly Student[]) => Promise<void>;
  onClose: () => void;
}

/** Asks before students leave the class list: they cannot sign in from then on. */
export function ArchiveStudentsDialog({ students, opened, onConfirm, onClose }: ArchiveStudentsDialogProps) {
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
