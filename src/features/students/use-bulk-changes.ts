import { studentProblems } from '#contract/students/students.problems.ts';
import { limits } from '#contract/kit/limits.ts';
import { isTighter } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { saveAndSay } from '#src/session/saved-here.ts';
import {
  archiveStudents,
  archiveStudentsInput,
  restoreStudents,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
} from './students.mutations.ts';
import { undonePrivacy, whoAre } from './students.rules.ts';
import { changedSince, privacyWords } from './use-change-privacy.ts';

const tightestFirst = ['private', 'community', 'public'] as const satisfies PrivacyPreference[];

/** One call each for as many as a call may be about. */
export function inCalls(students: readonly Student[], most: number = limits.studentsPerCall): string[][] {
  const calls: string[][] = [];
  for (let start = 0; start < students.length; start += most) {
    calls.push(students.slice(start, start + most).map(({ id }) => id));
  }
  return calls;
}

/**
 * Changes of several students. Each says what came of it, and gives back whether it was saved.
 * @param standing the students as they are now, and others
 */
export function useBulkChanges(standing: () => readonly Student[]) {
  const replica = useReplica();

  /** How those who were asked about stand now: while a question stood, somebody else's change may have come in. */
  function standingNow(asked: readonly Student[]): Student[] {
    const ids = new Set(asked.map(({ id }) => id));
    return standing().filter(({ id }) => ids.has(id));
  }

  /** Those who have the preference still get back the one that they had. */
  async function undoPrivacy(changed: readonly Student[], to: PrivacyPreference): Promise<boolean> {
    const still = new Set(
      standingNow(changed).flatMap(({ id, privacy_preference }) => (privacy_preference === to ? [id] : [])),
    );
    const going = changed.filter(({ id }) => still.has(id));
    if (going.length === 0) {
      notify.error(changedSince);
      return false;
    }
    // From the tightest on, as above.
    return await saveAndSay(notify, [undonePrivacy(going), privacyWords[1]], async () => {
      for (const earlier of tightestFirst) {
        const back = going.filter(({ privacy_preference }) => privacy_preference === earlier);
        for (const ids of inCalls(back))
          await replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, earlier));
      }
    });
  }

  async function setPrivacy(asked: readonly Student[], to: PrivacyPreference): Promise<boolean> {
    const now = standingNow(asked);
    if (now.length < asked.length) {
      notify.error(studentProblems.not_found.error);
      return false;
    }
    const before = new Map(asked.map((student) => [student.id, student.privacy_preference]));
    const changing = now.filter(({ privacy_preference }) => privacy_preference !== to);
    const isAsAsked = now.every(({ id, privacy_preference }) => before.get(id) === privacy_preference);
    if (!isAsAsked || changing.length === 0) {
      notify.error(studentProblems.invalid_privacy_transition.error);
      return false;
    }
    // Apart, because a wider preference may be refused for somebody, and a tighter one has to hold all the same.
    const tighter = changing.filter(({ privacy_preference }) => isTighter(privacy_preference, to));
    const wider = changing.filter((student) => !tighter.includes(student));
    const voice = undoable(() => undoPrivacy(changing, to));
    return await saveAndSay(voice, privacyWords, async () => {
      for (const ids of [...inCalls(tighter), ...inCalls(wider)]) {
        await replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, to));
      }
    });
  }

  async function setArchived(asked: readonly Student[], archived: boolean): Promise<boolean> {
    const moving = standingNow(asked).filter(({ archived_at }) => (archived_at !== null) !== archived);
    if (moving.length === 0) {
      notify.error(studentProblems.not_found.error);
      return false;
    }
    const done = `${whoAre(moving)} ${archived ? 'archived' : 'restored'}`;
    const voice = archived ? undoable(() => setArchived(moving, false)) : notify;
    return await saveAndSay(voice, [done, 'Failed to update student'], async () => {
      for (const ids of inCalls(moving)) {
        const input = archiveStudentsInput(ids);
        await (archived ? replica.enqueue(archiveStudents, input) : replica.enqueue(restoreStudents, input));
      }
    });
  }

  return {
    setPrivacy,
    archive: (asked: readonly Student[]) => setArchived(asked, true),
    restore: (asked: readonly Student[]) => setArchived(asked, false),
  };
}
