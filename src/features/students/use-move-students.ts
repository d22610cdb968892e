import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { moveStudents, moveStudentsInput } from './students.mutations.ts';
import { whoAre } from './students.rules.ts';
import { inCalls } from './use-bulk-changes.ts';

/** Moves students to a class; says what came of it, and gives back whether it was saved. */
export function useMoveStudents() {
  const replica = useReplica();
  return async (asked: readonly Student[], to: SchoolClass): Promise<boolean> => {
    // Those whom somebody else moved while the question stood are not where they were asked about.
    const ids = new Set(asked.map(({ id }) => id));
    const places = new Set(asked.map(({ stu_class }) => stu_class?.id ?? null));
    const standing = [...places].flatMap((id) =>
      // Who is in no class is seen where all students are at hand; on the page of a class only those of the class are.
      id === null
        ? replica.readAll('students').rows.filter(({ stu_class }) => stu_class === null)
        : replica.read(scopeOf.schoolClass(id), 'students').rows,
    );
    const moving = standing.filter(({ id, stu_class }) => ids.has(id) && stu_class?.id !== to.id);
    if (moving.length === 0) {
      notify.error(studentProblems.not_found.error);
      return false;
    }
    const words = [`${whoAre(moving)} moved to ${to.name}`, 'Failed to update student'] as const;
    return await saveAndSay(notify, words, async () => {
      for (const some of inCalls(moving, limits.studentsPerMove))
        await replica.enqueue(moveStudents, moveStudentsInput(some, to.id));
    });
  };
}
