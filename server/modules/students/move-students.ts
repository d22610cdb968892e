import { Problem } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import { movedElsewhereInWords, seenById } from './students-in-bulk.ts';
import * as repository from './students.repository.ts';

type StaffCall = Call<Actor>;

interface Options {
  readonly classes: ClassAccess;
  /** Students that the caller looks after, with the classes they are in. @throws Problem `students.not_found` */
  readonly findAllOwn: (
    ids: readonly string[],
    call: StaffCall,
  ) => Promise<{ student_id: string; class_ids: string[] }[]>;
}

/** Ends stays of students and begins one in a class; all of the students or none. */
export function createMoveStudents({ classes, findAllOwn }: Options) {
  /** Names of the classes where students stand whom somebody else moved, and of the one where they were to go. */
  async function bothPlaces(
    standing: readonly { class_ids: readonly string[] }[],
    classId: string,
    { transaction, actor }: StaffCall,
  ) {
    const ids = [...new Set(standing.flatMap(({ class_ids }) => class_ids))];
    const names = await classes.namesOf(transaction, actor, [...ids, classId]);
    const theirs = ids.flatMap((id) => names.get(id) ?? []);
    return { theirs: theirs.join(', ') || 'No class', mine: names.get(classId) ?? '' };
  }

  /** @returns how many students are in another class than before */
  return async function move(ids: readonly string[], classId: string, call: StaffCall): Promise<number> {
    const { transaction, actor, changes, now, base } = call;
    const { tenant_id } = actor;
    // Before anything is read: whoever moves one of them at the same moment comes first or after.
    const locked = await repository.lockStudents(transaction, tenant_id, ids);
    const standing = await findAllOwn(ids, call);
    if (!(await classes.keepsRunning(transaction, actor, classId)))
      throw new Problem(studentProblems.class_not_found);
    const run = seesWholeSchool(actor.role) ? null : await classes.idsOf(transaction, actor);
    const seen = seenById(base?.from);
    const moves = standing.flatMap(({ student_id, class_ids }) => {
      const leaving = class_ids.filter((id) => id !== classId && (run?.includes(id) ?? true));
      const isThere = class_ids.includes(classId);
      return isThere && leaving.length === 0 ? [] : [{ student_id, class_ids, leaving, isThere }];
    });
    const elsewhere = moves.filter(({ student_id, class_ids }) => {
      const from = seen.get(student_id);
      if (from === undefined) return false;
      return from === null ? class_ids.length > 0 : !class_ids.some((id) => id === from);
    });
    if (elsewhere.length > 0) {
      const whose = new Set(elsewhere.map(({ student_id }) => student_id));
      throw new Problem(studentProblems.moved_elsewhere, {
        error: movedElsewhereInWords(
          locked.filter(({ id }) => whose.has(id)),
          ids.length,
        ),
        details: {
          moved: Object.fromEntries(elsewhere.map(({ student_id, class_ids }) => [student_id, class_ids])),
          ...(await bothPlaces(elsewhere, classId, call)),
        },
      });
    }
    if (moves.length === 0) return 0;
    // In the order in which they were named, which becomes the order of the class list.
    const place = new Map(ids.map((id, index) => [id, index]));
    moves.sort((one, other) => (place.get(one.student_id) ?? 0) - (place.get(other.student_id) ?? 0));
    await repository.endStays(transaction, tenant_id, {
      studentIds: moves.map(({ student_id }) => student_id),
      except: classId,
      classIds: run,
      now,
    });
    const arriving = moves.filter(({ isThere }) => !isThere).map(({ student_id }) => student_id);
    if (arriving.length > 0) await repository.enroll(transaction, tenant_id, classId, arriving);
    for (const { student_id, class_ids, leaving } of moves) {
      if (class_ids.length === 0) changes.remove(scopeOf.school(tenant_id), 'students', student_id);
      for (const id of leaving) {
        changes.remove(scopeOf.schoolClass(id), 'students', student_id);
        changes.put(scopeOf.schoolClass(id), 'classes', id);
      }
      changes.put(scopeOf.schoolClass(classId), 'students', student_id);
    }
    changes.put(scopeOf.schoolClass(classId), 'classes', classId);
    await audit(
      transaction,
      ...moves.map(({ student_id, leaving }) => ({
        tenant_id,
        actor_id: actor.id,
        action: 'students.moved' as const,
        subject_id: student_id,
        details: { from: leaving, to: classId },
      })),
    );
    return moves.length;
  };
}
