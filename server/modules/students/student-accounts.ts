import { randomInt } from 'node:crypto';
import type { StudentLogin } from '#contract/cards/cards.schema.ts';
import { animalOf } from '#contract/kit/avatar-names.ts';
import type { PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { suggestPassword } from '#contract/students/simple-words.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { seal, unseal } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { tenantKey } from '#server/platform/tenant-keys.ts';
import { suggestUsername } from './account-names.ts';
import * as pupils from './class-pupils.repository.ts';
import * as repository from './students.repository.ts';

/** A student to be made: everything but what the system makes. */
export interface StudentDraft {
  id: string;
  first_name: string;
  last_name: string;
  /** Null where the id gives the animal by itself. */
  avatar?: string | null;
  /** Only for the demo and tests; otherwise the system makes them. */
  username?: string;
  password?: string;
}

export interface StudentAccount {
  id: string;
  first_name: string;
  last_name: string;
  username: string;
  avatar: string | null;
}

/** Students as accounts: their usernames, their passwords, and the scopes that hear of them. */
export interface StudentAccounts {
  /** @throws Problem `students.id_taken` where somebody of the tenant has one of the ids */
  create(transaction: TenantTransaction, tenantId: string, drafts: readonly StudentDraft[]): Promise<void>;
  /** Those of the ids that somebody of the tenant has. */
  findTaken(transaction: TenantTransaction, tenantId: string, ids: readonly string[]): Promise<string[]>;
  /** Null where nothing is sealed, which is found out by the same statements. */
  openPassword(
    transaction: TenantTransaction,
    tenantId: string,
    userId: string,
    sealed: Buffer | null,
  ): Promise<string | null>;
  /** By id, of those of them whose passwords can be shown. Whose they are was asked before. */
  openPasswords(
    transaction: TenantTransaction,
    tenantId: string,
    studentIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Only for a student: nobody else's password is sealed. */
  setPassword(
    transaction: TenantTransaction,
    tenantId: string,
    studentId: string,
    change: { password: string; now: Date },
  ): Promise<void>;
  /** Those of a class who can sign in, or of these alone, in the order of its list. */
  listOfClass(
    transaction: TenantTransaction,
    tenantId: string,
    classId: string,
    page: PageQuery & { student_ids?: readonly string[] | undefined },
  ): Promise<{ count: number; rows: StudentAccount[] }>;
  /** Those of them whose passwords can be shown, with these. */
  listLoginsOfClass(
    transaction: TenantTransaction,
    tenantId: string,
    classId: string,
    page: PageQuery,
  ): Promise<{ count: number; rows: StudentLogin[] }>;
  /** Undefined for whoever is none of those. */
  findLoginInClass(
    transaction: TenantTransaction,
    tenantId: string,
    classId: string,
    studentId: string,
  ): Promise<StudentLogin | undefined>;
  /** Notes that students changed, in each scope they stand in. */
  noteChanged(
    transaction: TenantTransaction,
    changes: Changes,
    tenantId: string,
    studentIds: readonly string[],
  ): Promise<void>;
  /** Notes a changed number of books for the student and their classes, under a lock against moves to another class. */
  noteBooks(
    transaction: TenantTransaction,
    changes: Changes,
    tenantId: string,
    studentId: string,
  ): Promise<void>;
}

const attempts = 20;

function usernameFor({ id, first_name, last_name, avatar }: StudentDraft, attempt: number): string {
  const animal = animalOf({ id, avatar: avatar ?? null });
  return suggestUsername({ first_name, last_name, animal }, attempt);
}

/** @returns where they stand */
async function noteStudents(
  transaction: TenantTransaction,
  changes: Changes,
  tenantId: string,
  studentIds: readonly string[],
) {
  const standing = await repository.classesOfStudents(transaction, tenantId, studentIds);
  for (const { student_id, class_ids } of standing) {
    const scopes = class_ids.length > 0 ? class_ids.map(scopeOf.schoolClass) : [scopeOf.school(tenantId)];
    for (const scope of scopes) changes.put(scope, 'students', student_id);
  }
  return standing;
}

export function createStudentAccounts(secretKey: SecretKey): StudentAccounts {
  const context = (tenantId: string, userId: string) => `password ${tenantId} ${userId}`;

  async function openLogins(
    transaction: TenantTransaction,
    tenantId: string,
    classId: string,
    which: PageQuery | { studentId: string },
  ): Promise<StudentLogin[]> {
    const rows = await pupils.listSealedPasswordsOfClass(transaction, tenantId, classId, which);
    if (rows.length === 0) return [];
    const key = await tenantKey(transaction, tenantId, secretKey);
    return rows.map(({ password_sealed, ...account }) => ({
      ...account,
      password: unseal(key, password_sealed, context(tenantId, account.id)).toString(),
    }));
  }

  return {
    async create(transaction, tenantId, drafts) {
      const key = await tenantKey(transaction, tenantId, secretKey);
      let unnamed = [...drafts];
      for (let attempt = 0; unnamed.length > 0; attempt += 1) {
        if (attempt === attempts) throw new Error('No free username could be found');
        const made = await repository.insertStudentUsers(
          transaction,
          tenantId,
          unnamed.map((draft) => ({ ...draft, username: draft.username ?? usernameFor(draft, attempt) })),
        );
        unnamed = unnamed.filter((draft) => !made.has(draft.id));
        if (unnamed.length === 0) break;
        // What is taken left its row out: a username is made again, an id cannot be. Looking only now also finds an id
        // that another call brought at the same moment.
        const taken = await repository.findTakenIds(
          transaction,
          tenantId,
          unnamed.map((draft) => draft.id),
        );
        if (taken.length > 0) throw new Problem(studentProblems.id_taken);
      }
      await repository.insertStudents(
        transaction,
        tenantId,
        drafts.map((draft) => draft.id),
      );
      await repository.insertSealedPasswords(
        transaction,
        tenantId,
        drafts.map(({ id, password = suggestPassword(randomInt) }) => ({
          user_id: id,
          password_sealed: seal(key, Buffer.from(password), context(tenantId, id)),
        })),
      );
    },

    findTaken: repository.findTakenIds,

    async openPassword(transaction, tenantId, userId, sealed) {
      const key = await tenantKey(transaction, tenantId, secretKey);
      return sealed && unseal(key, sealed, context(tenantId, userId)).toString();
    },

    async openPasswords(transaction, tenantId, studentIds) {
      const rows = await pupils.listSealedPasswords(transaction, tenantId, studentIds);
      if (rows.length === 0) return new Map();
      const key = await tenantKey(transaction, tenantId, secretKey);
      return new Map(
        rows.map(({ user_id, password_sealed }) => [
          user_id,
          unseal(key, password_sealed, context(tenantId, user_id)).toString(),
        ]),
      );
    },

    async setPassword(transaction, tenantId, studentId, { password, now }) {
      const key = await tenantKey(transaction, tenantId, secretKey);
      const password_sealed = seal(key, Buffer.from(password), context(tenantId, studentId));
      await repository.setSealedPassword(transaction, tenantId, { user_id: studentId, password_sealed }, now);
    },

    async listOfClass(transaction, tenantId, classId, page) {
      return {
        count: await pupils.countAccountsOfClass(transaction, tenantId, classId, page.student_ids),
        rows: await pupils.listAccountsOfClass(transaction, tenantId, classId, page, page.student_ids),
      };
    },

    async listLoginsOfClass(transaction, tenantId, classId, page) {
      return {
        count: await pupils.countSealedPasswordsOfClass(transaction, tenantId, classId),
        rows: await openLogins(transaction, tenantId, classId, page),
      };
    },

    async findLoginInClass(transaction, tenantId, classId, studentId) {
      const [login] = await openLogins(transaction, tenantId, classId, { studentId });
      return login;
    },

    async noteChanged(...noted) {
      await noteStudents(...noted);
    },

    async noteBooks(transaction, changes, tenantId, studentId) {
      await repository.lockPlace(transaction, tenantId, studentId);
      const standing = await noteStudents(transaction, changes, tenantId, [studentId]);
      for (const id of standing.flatMap(({ class_ids }) => class_ids))
        changes.put(scopeOf.schoolClass(id), 'classes', id);
    },
  };
}
