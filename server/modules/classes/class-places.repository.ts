import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { lockInOrder } from '#server/platform/row-locks.ts';

/** Whoever puts a child into one of them at this moment is waited for, and waits. */
export const lockClasses = lockInOrder('school_classes');

/**
 * Keeps the children of a class as they are to the end of the transaction, those among them who lost their place with it: after
 * waiting for whoever is changing one just now. What is noted of a child is noted where it stands, so whoever changes where it
 * stands, and whoever changes the child, come one after the other.
 */
export async function keepChildren(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<void> {
  await transaction
    .selectFrom('enrollments as enrollment')
    .innerJoin('students as student', (join) =>
      join
        .onRef('student.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('student.id', '=', 'enrollment.student_id'),
    )
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'student.tenant_id').onRef('user.id', '=', 'student.id'),
    )
    .select('student.id')
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.school_class_id', '=', classId)
    .where((where) =>
      where.or([
        where('enrollment.ended_at', 'is', null),
        where('enrollment.ended_with_class', '=', sql.lit(true)),
      ]),
    )
    // As everybody who locks students, so that of two who do one waits for the other and never both.
    .orderBy('student.id')
    .forShare(['student', 'user'])
    .execute();
}

/** Ids of all who stand in a class, archived students among them. */
export async function listStudentIds(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('enrollments')
    .select('student_id')
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.student_id);
}

/** Ends all places in a class; answers whose. */
export async function endPlaces(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('enrollments')
    // By the clock of the database, as `enrolled_at`: the two are compared when the class comes back.
    .set({ ended_at: sql<Date>`now()`, ended_with_class: true })
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('ended_at', 'is', null)
    .returning('student_id')
    .execute();
  return rows.map((row) => row.student_id);
}

/**
 * Gives their places in a class back to those who lost them because it ended, and have got no other place since; answers
 * whose.
 */
export async function reopenPlaces(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('enrollments as enrollment')
    .set({ ended_at: null, ended_with_class: false })
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.school_class_id', '=', classId)
    .where('enrollment.ended_with_class', '=', true)
    .where('enrollment.ended_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('enrollments as newer')
            .select('newer.student_id')
            .whereRef('newer.tenant_id', '=', 'enrollment.tenant_id')
            .whereRef('newer.student_id', '=', 'enrollment.student_id')
            .whereRef('newer.enrolled_at', '>=', 'enrollment.ended_at')
            .where('newer.ended_at', 'is', null),
        ),
      ),
    )
    .returning('enrollment.student_id')
    .execute();
  // Those who went on elsewhere stay there, also when the class ends and comes back once more.
  await transaction
    .updateTable('enrollments')
    .set({ ended_with_class: false })
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('ended_with_class', '=', true)
    .execute();
  return rows.map((row) => row.student_id);
}
