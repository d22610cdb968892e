import { fullName, privacyQuestion } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useChangePrivacy } from './use-change-privacy.ts';

export interface PrivacyChange {
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
export function ChangePrivacyDialog({ change, opened, onClose }: ChangePrivacyDialogProps) {
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
