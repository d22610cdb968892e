import { privacyQuestion } from '#contract/students/students.rules.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import styles from './privacy-in-bulk.module.css';
import { whoAre } from './students.rules.ts';

export interface BulkPrivacyChange {
  students: readonly Student[];
  to: PrivacyPreference;
}

interface PrivacyInBulkDialogProps {
  /** Null before the dialog was opened for anyone. */
  change: BulkPrivacyChange | null;
  opened: boolean;
  onConfirm: (change: BulkPrivacyChange) => Promise<void>;
  onClose: () => void;
}

/** One question for each preference that a change starts from, with how many it is about. */
function Questions({ students, to }: BulkPrivacyChange) {
  return (
    <dl className={styles.questions}>
      {privacyPreferences.map((from) => {
        const count = students.filter(({ privacy_preference }) => privacy_preference === from).length;
        if (count === 0) return null;
        return (
          <div key={from}>
            <dt className={styles.count}>{counted(count, 'student')}</dt>
            <dd className={styles.question}>
              {privacyQuestion(from, to) ?? `Already ${to}, nothing changes.`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Asks before the privacy preference of several students is changed: it takes every post of theirs along. */
export function PrivacyInBulkDialog({ change, opened, onConfirm, onClose }: PrivacyInBulkDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={change ? `Change the privacy of ${whoAre(change.students)}?` : ''}
      question={change && <Questions {...change} />}
      confirmLabel={change ? `Change to ${change.to}` : ''}
      onConfirm={() => (change ? onConfirm(change) : undefined)}
    />
  );
}
