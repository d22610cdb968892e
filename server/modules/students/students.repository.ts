import { sql } from 'kysely';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { Student } from '#contract/students/students.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { searchedAs } from '#server/platform/listed.ts';
import type { PrivacyColumn } from '#server/platform/tables/columns.ts';

/** Which rows: of these classes, of these students, without the archived ones. Ended places never. */
export interface StudentFilter {
  classIds?: readonly string[];
  studentIds?: readonly string[];
  withoutArchived?: boolean;
}

/** Students as they stand in class lists: one row per student and class, in the order of the list. */
export async function listStudentsInClasses(
  transaction: TenantTransaction,
  tenantId: string,
  filter: StudentFilter,
): Promise<(Student & { stu_class: NonNullable<Student['stu_class']> })[]> {
  const { classIds, studentIds, withoutArchived = false } = filter;
  const rows = await transaction
    .selectFrom('enrollments as enrollment')
    .innerJoin('users as user', (join) =>
      join
        .onRef('user.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('user.id', '=', 'enrollment.student_id'),
    )
    .innerJoin('students as student', (join) =>
      join
        .onRef('student.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('student.id', '=', 'enrollment.student_id'),
    )
    .innerJoin('school_classes as class', (join) =>
      join
        .onRef('class.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('class.id', '=', 'enrollment.school_class_id'),
    )
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.ended_at', 'is', null)
    .where('class.archived_at', 'is', null)
    .$if(withoutArchived, (query) => query.where('user.archived_at', 'is', null))
    .$if(classIds !== undefined, (query) =>
      query.where('enrollment.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`),
    )
    .$if(studentIds !== undefined, (query) =>
      query.where('enrollment.student_id', '=', sql<string>`any(${studentIds}::uuid[])`),
    )
    .select([...studentColumns, 'class.id as school_class_id', 'class.class_id', 'class.name as class_name'])
    .orderBy('enrollment.position')
    .execute();
  return rows.map(({ school_class_id, class_id, class_name, ...row }) => ({
    ...toStudent(row),
    stu_class: { id: school_class_id, class_id, name: class_name },
  }));
}

/** Students who stand in no class, by name. */
export async function listStudentsWithoutClass(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds?: readonly string[],
): Promise<Student[]> {
  const rows = await transaction
    .selectFrom('students as student')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'student.tenant_id').onRef('user.id', '=', 'student.id'),
    )
    .where('student.tenant_id', '=', tenantId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('enrollments as enrollment')
            .select('enrollment.student_id')
            .whereRef('enrollment.tenant_id', '=', 'student.tenant_id')
            .whereRef('enrollment.student_id', '=', 'student.id')
            .where('enrollment.ended_at', 'is', null),
        ),
      ),
    )
    .$if(studentIds !== undefined, (query) =>
      query.where('student.id', '=', sql<string>`any(${studentIds}::uuid[])`),
    )
    .select(studentColumns)
    .orderBy('user.first_name')
    .orderBy('user.id')
    .execute();
  return rows.map((row) => ({ ...toStudent(row), stu_class: null }));
}

const studentColumns = [
  'user.id',
  'user.first_name',
  'user.last_name',
  'user.username',
  'user.email',
  'user.avatar',
  'student.privacy_preference',
  'user.date_joined',
  'user.last_login',
  'user.archived_at',
  // Looked up by the key for the few who are archived; a join is planned for all.
  sql<Student['archived_by']>`(
    select json_build_object('first_name', archiver.first_name, 'last_name', archiver.last_name)
    from users as archiver
    where archiver.tenant_id = student.tenant_id and archiver.id = ${sql.ref('user.archived_by')}
  )`.as('archived_by'),
  sql<number>`(
    select count(*) from works
    where works.tenant_id = student.tenant_id and works.author_id = student.id
      and works.kind = 'book' and works.archived_at is null
  )`.as('no_of_books'),
] as const;

interface StudentRow {
  date_joined: Date;
  last_login: Date | null;
  archived_at: Date | null;
}

function toStudent<Row extends StudentRow>(row: Row) {
  return {
    ...row,
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    archived_at: row.archived_at?.toISOString() ?? null,
  };
}

/** What a student is found by. Whoever writes one of these writes it as well. */
function searchText(student: { first_name: string; last_name: string; username: string | null }): string {
  return foldForSearch(`${student.first_name} ${student.last_name} ${student.username ?? ''}`);
}

/** Makes the accounts; returns the ids of those whose id and username were free. */
export async function insertStudentUsers(
  transaction: TenantTransaction,
  tenantId: string,
  people: readonly {
    id: string;
    first_name: string;
    last_name: string;
    username: string;
    avatar?: string | null;
  }[],
): Promise<Set<string>> {
  const rows = await transaction
    .insertInto('users')
    .values(
      people.map(({ id, first_name, last_name, username, avatar = null }) => ({
        tenant_id: tenantId,
        id,
        role: 'student' as const,
        first_name,
        last_name,
        username,
        email: null,
        country: null,
        avatar,
        search_text: searchText({ first_name, last_name, username }),
        listed_search: searchedAs({ role: 'student', first_name, last_name }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function insertStudents(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
) {
  await transaction
    .insertInto('students')
    .values(ids.map((id) => ({ tenant_id: tenantId, id })))
    .execute();
}

export async function insertSealedPasswords(
  transaction: TenantTransaction,
  tenantId: string,
  passwords: readonly { user_id: string; password_sealed: Buffer }[],
) {
  await transaction
    .insertInto('credentials')
    .values(passwords.map((password) => ({ tenant_id: tenantId, password_hash: null, ...password })))
    .execute();
}

/** In the order of the ids, which becomes the order of the class list. */
export async function enroll(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  studentIds: readonly string[],
) {
  await transaction
    .insertInto('enrollments')
    .values(studentIds.map((student_id) => ({ tenant_id: tenantId, school_class_id: classId, student_id })))
    .execute();
}

export async function findTakenIds(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Students, archived ones among them, with the classes they stand in. */
export async function classesOfStudents(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds: readonly string[],
): Promise<{ student_id: string; class_ids: string[] }[]> {
  return await transaction
    .selectFrom('students as student')
    .leftJoin('enrollments as enrollment', (join) =>
      join
        .onRef('enrollment.tenant_id', '=', 'student.tenant_id')
        .onRef('enrollment.student_id', '=', 'student.id')
        .on('enrollment.ended_at', 'is', null),
    )
    .where('student.tenant_id', '=', tenantId)
    .where('student.id', '=', sql<string>`any(${studentIds}::uuid[])`)
    .select([
      'student.id as student_id',
      sql<
        string[]
      >`coalesce(array_agg(enrollment.school_class_id) filter (where enrollment.school_class_id is not null), '{}')`.as(
        'class_ids',
      ),
    ])
    .groupBy('student.id')
    .execute();
}

/**
 * Locks students, so that two changes of the same field come one after the other. In the order of the ids, so that two
 * bulk calls about the same students queue up instead of locking each other out.
 */
export async function lockStudents(transaction: TenantTransaction, tenantId: string, ids: readonly string[]) {
  return await transaction
    .selectFrom('students as student')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'student.tenant_id').onRef('user.id', '=', 'student.id'),
    )
    .select([
      'student.id',
      'student.privacy_preference',
      'user.first_name',
      'user.last_name',
      'user.archived_at',
    ])
    .where('student.tenant_id', '=', tenantId)
    .where('student.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('student.id')
    .forUpdate()
    .execute();
}

/** Locks the student's row against moves to another class; foreign keys to it can still be checked. */
export async function lockPlace(transaction: TenantTransaction, tenantId: string, studentId: string) {
  await transaction
    .selectFrom('students')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', studentId)
    .forNoKeyUpdate()
    .execute();
}

export async function setPrivacy(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
  privacy_preference: PrivacyColumn,
  now: Date,
) {
  await transaction
    .updateTable('students')
    .set({ privacy_preference, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Archived by somebody just now, or with null back in the list. */
export async function setArchived(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
  archivedBy: string | null,
  now: Date,
) {
  await transaction
    .updateTable('users')
    .set({ archived_at: archivedBy === null ? null : now, archived_by: archivedBy, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function setName(
  transaction: TenantTransaction,
  tenantId: string,
  student: { id: string; first_name: string; last_name: string; username: string | null },
  now: Date,
) {
  const { id, first_name, last_name } = student;
  await transaction
    .updateTable('users')
    .set({
      first_name,
      last_name,
      search_text: searchText(student),
      listed_search: searchedAs({ role: 'student', first_name, last_name }),
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setSealedPassword(
  transaction: TenantTransaction,
  tenantId: string,
  { user_id, password_sealed }: { user_id: string; password_sealed: Buffer },
  now: Date,
) {
  await transaction
    .updateTable('credentials')
    .set({ password_sealed, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', user_id)
    .execute();
}

/** Ends the stays of students in all classes but one; where it is said, only in these. */
export async function endStays(
  transaction: TenantTransaction,
  tenantId: string,
  stays: { studentIds: readonly string[]; except: string; classIds: readonly string[] | null; now: Date },
) {
  const { studentIds, except, classIds, now } = stays;
  await transaction
    .updateTable('enrollments')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('student_id', '=', sql<string>`any(${studentIds}::uuid[])`)
    .where('school_class_id', '!=', except)
    .where('ended_at', 'is', null)
    .$if(classIds !== null, (query) =>
      query.where('school_class_id', '=', sql<string>`any(${classIds}::uuid[])`),
    )
    .execute();
}
