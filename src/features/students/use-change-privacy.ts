import { studentProblems } from '#contract/students/students.problems.ts';
import { privacyQuestion } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { saveAndSay } from '#src/session/saved-here.ts';
import { updatePrivacy, updatePrivacyInput } from './students.mutations.ts';
import { undonePrivacy } from './students.rules.ts';

/** What is said when it is saved, and when it could not be. */
export const privacyWords = [
  'Privacy preference updated successfully!',
  'Failed to update privacy preference.',
] as const;

/** Where there is nothing to undo any more. */
export const changedSince = 'It was changed again since. Nothing is undone.';

/** Changes a preference after the question was answered with yes. */
export function useChangePrivacy() {
  const replica = useReplica();
  return async (asked: Student, to: PrivacyPreference): Promise<void> => {
    const standing = () => {
      const { rows } = asked.stu_class
        ? replica.read(scopeOf.schoolClass(asked.stu_class.id), 'students')
        : replica.readAll('students');
      return rows.find(({ id }) => id === asked.id);
    };
    // The question named where the change starts from; while it stood, somebody else's change may have come in.
    const now = standing();
    if (!now) {
      notify.error(studentProblems.not_found.error);
      return;
    }
    if (
      now.privacy_preference !== asked.privacy_preference ||
      privacyQuestion(now.privacy_preference, to) === null
    ) {
      notify.error('Invalid privacy preference transition.');
      return;
    }
    async function undo() {
      if (standing()?.privacy_preference !== to) {
        notify.error(changedSince);
        return;
      }
      await saveAndSay(notify, [undonePrivacy([asked]), privacyWords[1]], () =>
        replica.enqueue(updatePrivacy, updatePrivacyInput(asked.id, asked.privacy_preference)),
      );
    }
    await saveAndSay(undoable(undo), privacyWords, () =>
      replica.enqueue(updatePrivacy, updatePrivacyInput(asked.id, to)),
    );
  };
}
