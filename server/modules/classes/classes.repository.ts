import { sql } from 'kysely';
import { classCodeOf } from '#contract/classes/classes.rules.ts';
import type { ClassTeacher, ClassTeachers, SchoolClass } from '#contract/classes/classes.schema.ts';
import type { PageQuery } from '#contract/kit/page.ts';
import { teachingRoles } from '#contract/kit/roles.ts';
import { isPlainText } from '#contract/kit/text.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Which classes: the ids given, those of a teacher, or all. */
export interface ClassFilter {
  ids?: readonly string[];
  teacherId?: string;
  /** Left out: those that go on. */
  archived?: 'only' | 'too';
}

function classes(transaction: TenantTransaction, tenantId: string, filter: ClassFilter) {
  const { ids, teacherId, archived } = filter;
  return transaction
    .selectFrom('school_classes as class')
    .where('class.tenant_id', '=', tenantId)
    .$if(archived === undefined, (query) => query.where('class.archived_at', 'is', null))
    .$if(archived === 'only', (query) => query.where('class.archived_at', 'is not', null))
    .$if(ids !== undefined, (query) => query.where('class.id', '=', sql<string>`any(${ids}::uuid[])`))
    .$if(teacherId !== undefined, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('class_teachers as teaching')
            .select('teaching.teacher_id')
            .whereRef('teaching.tenant_id', '=', 'class.tenant_id')
            .whereRef('teaching.school_class_id', '=', 'class.id')
            .where('teaching.teacher_id', '=', teacherId ?? ''),
        ),
      ),
    );
}

export async function listClassIds(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ClassFilter,
): Promise<string[]> {
  // As one text: a tablet of the office asks at each pull, and hundreds of rows take twice as long to come as to be found.
  const { ids } = await classes(transaction, tenantId, filter)
    .select(sql<string | null>`string_agg(class.id::text, ',' order by class.name, class.id)`.as('ids'))
    .executeTakeFirstOrThrow();
  return ids === null ? [] : ids.split(',');
}

export async function listClassNames(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ClassFilter,
): Promise<{ id: string; name: string }[]> {
  return await classes(transaction, tenantId, filter).select(['class.id', 'class.name']).execute();
}

export async function countClasses(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ClassFilter,
): Promise<number> {
  const { count } = await classes(transaction, tenantId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Classes whose children are looked up; for more of them those of the whole school are walked through once. */
const fewClasses = 50;

interface ClassCounts {
  readonly students: number;
  readonly books: number;
}

/**
 * How many active students stand in each class, and how many books are theirs; a class of nobody is missing. Where many classes
 * are asked for, their ids are no part of the statement: it is planned once for any list of ids, and so for a short one. Who is
 * archived is left out, instead of everybody else being looked up.
 */
async function countInClasses(
  transaction: TenantTransaction,
  tenantId: string,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, ClassCounts>> {
  if (classIds.length === 0) return new Map();
  const standing = transaction
    .selectFrom('enrollments as enrollment')
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.ended_at', 'is', null)
    .$if(classIds.length <= fewClasses, (query) =>
      query.where('enrollment.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`),
    );
  const written = transaction
    .selectFrom('works as book')
    .where('book.tenant_id', '=', tenantId)
    .where('book.kind', '=', 'book')
    .where('book.archived_at', 'is', null)
    .$if(classIds.length <= fewClasses, (query) =>
      query.where('book.author_id', 'in', standing.select('enrollment.student_id')),
    )
    .select((select) => ['book.author_id', select.fn.countAll<number>().as('books')])
    .groupBy('book.author_id');
  const rows = await standing
    .leftJoin(written.as('written'), 'written.author_id', 'enrollment.student_id')
    .where('enrollment.student_id', 'not in', (select) =>
      select
        .selectFrom('users as archived')
        .select('archived.id')
        .where('archived.tenant_id', '=', tenantId)
        .where('archived.archived_at', 'is not', null),
    )
    .select((select) => [
      'enrollment.school_class_id as id',
      select.fn.countAll<number>().as('students'),
      sql<number>`coalesce(sum(written.books), 0)::integer`.as('books'),
    ])
    .groupBy('enrollment.school_class_id')
    .execute();
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Whole rows, with counts of active students and of their books, by name. */
export async function listClasses(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ClassFilter,
  page?: Pick<PageQuery, 'limit' | 'offset'>,
): Promise<(SchoolClass & { class_id: string })[]> {
  const rows = await classes(transaction, tenantId, filter)
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('class_teachers as teaching')
          .innerJoin('users as teacher', (join) =>
            join
              .onRef('teacher.tenant_id', '=', 'teaching.tenant_id')
              .onRef('teacher.id', '=', 'teaching.teacher_id'),
          )
          .select(
            // The lead, or else who had the class first.
            sql<ClassTeacher[] | null>`json_agg(
              json_build_object('id', teacher.id, 'first_name', teacher.first_name, 'last_name', teacher.last_name)
              order by teaching.is_lead desc, teaching.created_at, teaching.teacher_id
            )`.as('teachers'),
          )
          .whereRef('teaching.tenant_id', '=', 'class.tenant_id')
          .whereRef('teaching.school_class_id', '=', 'class.id')
          .where('teacher.archived_at', 'is', null)
          .as('taught_by'),
      (join) => join.onTrue(),
    )
    .select([
      'class.id',
      'class.class_id',
      'class.name',
      'class.class_theme',
      'class.archived_at',
      'class.archived_students',
      'class.archived_books',
      'taught_by.teachers',
      // Looked up by the key for the few that are archived; a join is planned for all.
      sql<SchoolClass['archived_by']>`(
        select json_build_object('first_name', archiver.first_name, 'last_name', archiver.last_name)
        from users as archiver
        where archiver.tenant_id = class.tenant_id and archiver.id = class.archived_by
      )`.as('archived_by'),
    ])
    .orderBy('class.name')
    .orderBy('class.id')
    // The page first: looked up is what is on it, and not what a limit would throw away afterwards.
    .$if(page !== undefined, (query) =>
      query.where('class.id', 'in', () =>
        classes(transaction, tenantId, filter)
          .select('class.id')
          .orderBy('class.name')
          .orderBy('class.id')
          .limit(page?.limit ?? 0)
          .offset(page?.offset ?? 0),
      ),
    )
    .execute();
  const going = rows.filter(({ archived_at }) => archived_at === null).map(({ id }) => id);
  const counts = await countInClasses(transaction, tenantId, going);
  return rows.map(({ teachers, archived_students, archived_books, archived_at, ...row }) => {
    const [assigned_teacher = null, ...co_teachers] = teachers ?? [];
    const isArchived = archived_at !== null;
    return {
      ...row,
      assigned_teacher,
      co_teachers,
      no_of_students: (isArchived ? archived_students : counts.get(row.id)?.students) ?? 0,
      no_of_books: (isArchived ? archived_books : counts.get(row.id)?.books) ?? 0,
      archived_at: archived_at?.toISOString() ?? null,
    };
  });
}

export async function findClassByCode(
  transaction: TenantTransaction,
  tenantId: string,
  code: string,
): Promise<{ id: string } | undefined> {
  const class_id = classCodeOf(code);
  // PostgreSQL refuses to look for a NUL; no class has such a code.
  if (!isPlainText(class_id)) return undefined;
  return await classes(transaction, tenantId, {})
    .select('class.id')
    .where('class.class_id', '=', class_id)
    .executeTakeFirst();
}

/** Makes a class; false where its id or its class code is taken. */
export async function insertClass(
  transaction: TenantTransaction,
  row: { tenant_id: string; id: string; class_id: string; name: string; class_theme: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('school_classes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function isClassIdTaken(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('school_classes')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets fields of a class. @returns false where the school has the class code already, in which case nothing is set */
export async function setClass(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  fields: { name?: string; class_theme?: string; class_id?: string; archived?: ArchivedClass | null },
  now: Date,
): Promise<boolean> {
  const { archived, class_id, ...named } = fields;
  const { numUpdatedRows } = await transaction
    .updateTable('school_classes as class')
    .set({
      ...named,
      updated_at: now,
      ...(class_id !== undefined && { class_id }),
      ...(archived !== undefined && {
        archived_at: archived ? now : null,
        archived_by: archived?.by ?? null,
        archived_students: archived?.students ?? null,
        archived_books: archived?.books ?? null,
      }),
    })
    .where('class.tenant_id', '=', tenantId)
    .where('class.id', '=', id)
    .$if(class_id !== undefined, (query) =>
      query.where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('school_classes as other')
              .select('other.id')
              .where('other.tenant_id', '=', tenantId)
              .where('other.class_id', '=', class_id ?? ''),
          ),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** By whom a class is archived, and what it counted then. */
export interface ArchivedClass {
  by: string;
  students: number;
  books: number;
}

/**
 * Keeps a class as it is to the end of the transaction, so that nobody archives it meanwhile. False where it is archived, or
 * not there.
 */
export async function keepGoing(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const row = await classes(transaction, tenantId, { ids: [id] })
    .select('class.id')
    .forShare('class')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listTeacherIds(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('class_teachers')
    .select('teacher_id')
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .execute();
  return rows.map((row) => row.teacher_id);
}

/**
 * Those of these people who may teach a class: staff of this school who work there, no guests. They stay as they are to the end
 * of the transaction, so that whoever gives one of them another name knows all classes that show it.
 */
export async function findTeachers(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('role', 'in', teachingRoles)
    .where('archived_at', 'is', null)
    .where('home_user_id', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Sets who teaches a class. Who did so before and goes on keeps the moment at which that began. */
export async function setTeachers(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  { lead_teacher_id: lead, co_teacher_ids }: ClassTeachers,
): Promise<void> {
  const ids = lead === null ? [] : [lead, ...co_teacher_ids];
  const ofClass = { tenant_id: tenantId, school_class_id: classId };
  await transaction
    .deleteFrom('class_teachers')
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('teacher_id', '<>', sql<string>`all(${ids}::uuid[])`)
    .execute();
  // One lead at a time: the one before steps back first.
  await transaction
    .updateTable('class_teachers')
    .set({ is_lead: false })
    .where('tenant_id', '=', tenantId)
    .where('school_class_id', '=', classId)
    .where('is_lead', '=', true)
    .execute();
  for (const teacher_id of ids) {
    await transaction
      .insertInto('class_teachers')
      .values({ ...ofClass, teacher_id, is_lead: teacher_id === lead })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'school_class_id', 'teacher_id'])
          .doUpdateSet({ is_lead: teacher_id === lead }),
      )
      .execute();
  }
}

/** The classes that somebody teaches, archived ones among them. */
export async function listTaughtClassIds(
  transaction: TenantTransaction,
  tenantId: string,
  teacherId: string,
): Promise<string[]> {
  const rows = await classes(transaction, tenantId, { teacherId, archived: 'too' })
    .select('class.id')
    .execute();
  return rows.map(({ id }) => id);
}
