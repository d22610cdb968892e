import { sql } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { foundBy } from './student-search.repository.ts';

function pupilsOfClass(transaction: TenantTransaction, tenantId: string, classId: string) {
  return transaction
    .selectFrom('enrollments as enrollment')
    .innerJoin('users as user', (join) =>
      join
        .onRef('user.tenant_id', '=', 'enrollment.tenant_id')
        .onRef('user.id', '=', 'enrollment.student_id'),
    )
    .where('enrollment.tenant_id', '=', tenantId)
    .where('enrollment.school_class_id', '=', classId)
    .where('enrollment.ended_at', 'is', null)
    .where('user.archived_at', 'is', null);
}

function foundInClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  words: readonly string[],
) {
  return foundBy(words).reduce(
    (query, isFound) => query.where(isFound),
    pupilsOfClass(transaction, tenantId, classId),
  );
}

/** How many of a class are found by these words. */
export async function countFoundInClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  words: readonly string[],
): Promise<number> {
  const { count } = await foundInClass(transaction, tenantId, classId, words)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of a page of them, in the order of the class list. */
export async function listFoundInClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  words: readonly string[],
  page: PageQuery,
): Promise<string[]> {
  const rows = await foundInClass(transaction, tenantId, classId, words)
    .select('user.id')
    .orderBy('enrollment.position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** What children are found by in the list of their class; nobody where there is no such class. */
export async function listTiles(transaction: TenantTransaction, tenantId: string, classId: string) {
  return await pupilsOfClass(transaction, tenantId, classId)
    .select(['user.id', 'user.first_name', 'user.last_name', 'user.avatar'])
    .orderBy('enrollment.position')
    .execute();
}

function accountsOfClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  studentIds?: readonly string[],
) {
  return pupilsOfClass(transaction, tenantId, classId)
    .where('user.username', 'is not', null)
    .$if(studentIds !== undefined, (query) =>
      query.where('user.id', '=', sql<string>`any(${studentIds}::uuid[])`),
    );
}

export async function countAccountsOfClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  studentIds?: readonly string[],
): Promise<number> {
  const { count } = await accountsOfClass(transaction, tenantId, classId, studentIds)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those who can sign in, in the order of the class list. */
export async function listAccountsOfClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  page: PageQuery,
  studentIds?: readonly string[],
) {
  return await accountsOfClass(transaction, tenantId, classId, studentIds)
    .select(['user.id', 'user.first_name', 'user.last_name', 'user.username', 'user.avatar'])
    .$narrowType<{ username: string }>()
    .orderBy('enrollment.position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The pictures of those who are in a class now. */
export async function listAvatarsOfClass(transaction: TenantTransaction, tenantId: string, classId: string) {
  return await accountsOfClass(transaction, tenantId, classId).select(['user.id', 'user.avatar']).execute();
}

function sealedPasswordsOfClass(transaction: TenantTransaction, tenantId: string, classId: string) {
  return (
    accountsOfClass(transaction, tenantId, classId)
      // Staff have no place in a class, and what is hashed cannot be shown.
      .innerJoin('credentials as credential', (join) =>
        join
          .onRef('credential.tenant_id', '=', 'user.tenant_id')
          .onRef('credential.user_id', '=', 'user.id')
          .on('credential.password_sealed', 'is not', null),
      )
  );
}

/** Of those of them who have one that can be shown. */
export async function listSealedPasswords(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds: readonly string[],
) {
  return await transaction
    .selectFrom('credentials')
    .select(['user_id', 'password_sealed'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', sql<string>`any(${studentIds}::uuid[])`)
    .where('password_sealed', 'is not', null)
    .$narrowType<{ password_sealed: Buffer }>()
    .execute();
}

export async function countSealedPasswordsOfClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
): Promise<number> {
  const { count } = await sealedPasswordsOfClass(transaction, tenantId, classId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Students of a class with their passwords, sealed; all of a page, or one alone. */
export async function listSealedPasswordsOfClass(
  transaction: TenantTransaction,
  tenantId: string,
  classId: string,
  which: PageQuery | { studentId: string },
) {
  return await sealedPasswordsOfClass(transaction, tenantId, classId)
    .select(['user.id', 'user.first_name', 'user.last_name', 'user.username', 'credential.password_sealed'])
    .$narrowType<{ username: string; password_sealed: Buffer }>()
    .orderBy('enrollment.position')
    .$call((query) =>
      'studentId' in which
        ? query.where('user.id', '=', which.studentId)
        : query.limit(which.limit).offset(which.offset),
    )
    .execute();
}
