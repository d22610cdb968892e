import { sql } from 'kysely';
import type { Day } from '#contract/kit/day.ts';
import { finishedStep } from '#contract/learning/learning.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

interface Assignment {
  class_id: string;
  page_id: string;
  due: Day | null;
}

/** Of which class, and which page. */
export interface AssignmentKey {
  tenantId: string;
  classId: string;
  pageId: string;
}

/** @returns false where it was so already */
export async function setAssignment(
  transaction: TenantTransaction,
  { tenantId, classId, pageId }: AssignmentKey,
  due: Day | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into class_assignments (tenant_id, school_class_id, page_id, due)
    values (${tenantId}, ${classId}, ${pageId}, ${due}::date)
    on conflict (tenant_id, school_class_id, page_id) do update set due = excluded.due
      where class_assignments.due is distinct from excluded.due`.execute(transaction);
  return numAffectedRows === 1n;
}

/** @returns false where it was not set */
export async function removeAssignment(
  transaction: TenantTransaction,
  { tenantId, classId, pageId }: AssignmentKey,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('class_assignments')
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What is set for these classes, by page. */
export async function listAssignments(
  transaction: TenantTransaction,
  tenantId: string,
  classIds: readonly string[],
): Promise<Assignment[]> {
  return await transaction
    .selectFrom('class_assignments')
    .select(['school_class_id as class_id', 'page_id', sql<Day | null>`due::text`.as('due')])
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', sql<string>`any(${classIds}::uuid[])`)
    .orderBy('page_id')
    .execute();
}

/** Ids of the classes that a child stands in. */
export async function listClassesOf(
  transaction: TenantTransaction,
  tenantId: string,
  studentId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('enrollments as enrollment')
    .innerJoin('school_classes as class', (join) =>
      join
        .onRef('class.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('class.id', '=', 'enrollment.school_class_id'),
    )
    .select('class.id')
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.student_id', '=', studentId)
    .where('enrollment.ended_at', 'is', null)
    .where('class.archived_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The children of a class, in the order of its list. */
export async function listLearners(transaction: TenantTransaction, tenantId: string, classId: string) {
  return await transaction
    .selectFrom('enrollments as enrollment')
    .innerJoin('users as user', (join) =>
      join
        .onRef('user.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('user.id', '=', 'enrollment.student_id'),
    )
    .select(['user.id', 'user.first_name', 'user.last_name'])
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.school_class_id', '=', classId)
    .where('enrollment.ended_at', 'is', null)
    .where('user.archived_at', 'is', null)
    .orderBy('enrollment.position')
    .execute();
}

/** How far these children are in these lessons: a row for each that somebody began. */
export async function listProgress(
  transaction: TenantTransaction,
  tenantId: string,
  { userIds, pageIds }: { userIds: readonly string[]; pageIds: readonly string[] },
) {
  return await transaction
    .selectFrom('learning_steps')
    .select([
      'user_id',
      'page_id',
      sql<boolean>`bool_or(step_id = ${finishedStep} and done_at is not null)`.as('is_finished'),
      sql<Date | null>`max(done_at)`.as('last_done_at'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('page_id', '=', sql<string>`any(${pageIds}::uuid[])`)
    .groupBy(['user_id', 'page_id'])
    .execute();
}

/** The works that these children began for a challenge, in whatever state; messages are no entries. */
export async function listEntries(
  transaction: TenantTransaction,
  tenantId: string,
  { userIds, challengeId }: { userIds: readonly string[]; challengeId: string },
) {
  return await transaction
    .selectFrom('works')
    .select(['author_id', 'state', 'updated_at'])
    .where('tenant_id', '=', tenantId)
    .where('challenge_id', '=', challengeId)
    .where('author_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('kind', '<>', 'message')
    .where('state', '<>', 'archived')
    .execute();
}
