import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { moveStudents, moveStudentsInput } from './students.mutations.ts';
import { whoAre } from './students.rules.ts';
import { inCalls } from './use-bulk-changes.ts';
import { changedSince } from './use-change-privacy.ts';

const failed = 'Failed to update student';

/** The students of a class, as soon as they are read: on the page of another class they were not needed so far. */
function studentsOf(replica: Replica, classId: string): Promise<readonly Student[]> {
  return new Promise((resolve) => {
    function look(): void {
      const { status, rows } = replica.read(scopeOf.schoolClass(classId), 'students');
      if (status === 'loading') return;
      leave();
      resolve(rows);
    }
    const leave = replica.subscribe(look);
    look();
  });
}

/** Moves students to a class; says what came of it, and gives back whether it was saved. */
export function useMoveStudents() {
  const replica = useReplica();

  /** Those who still stand in `to` go back, a call for each class that they came from. */
  async function moveBack(moved: readonly Student[], to: SchoolClass): Promise<void> {
    const there = new Set((await studentsOf(replica, to.id)).map(({ id }) => id));
    const going = moved.filter(({ id }) => there.has(id));
    if (going.length === 0) {
      notify.error(changedSince);
      return;
    }
    const places = new Map(going.flatMap(({ stu_class }) => (stu_class ? [[stu_class.id, stu_class]] : [])));
    const names = [...places.values()].map(({ name }) => name).join(', ');
    await saveAndSay(notify, [`${whoAre(going)} moved back to ${names}`, failed], async () => {
      for (const id of places.keys()) {
        const back = going.filter(({ stu_class }) => stu_class?.id === id);
        for (const some of inCalls(back, limits.studentsPerMove))
          await replica.enqueue(moveStudents, moveStudentsInput(some, id));
      }
    });
  }

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
    // There is no call that takes somebody out of all classes.
    const hasWayBack = moving.every(({ stu_class }) => stu_class !== null);
    const voice = hasWayBack ? undoable(() => moveBack(moving, to)) : notify;
    return await saveAndSay(voice, [`${whoAre(moving)} moved to ${to.name}`, failed], async () => {
      for (const some of inCalls(moving, limits.studentsPerMove))
        await replica.enqueue(moveStudents, moveStudentsInput(some, to.id));
    });
  };
}
