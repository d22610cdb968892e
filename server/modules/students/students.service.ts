import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { avatarsOfNew } from '#contract/students/default-animals.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { keepsLastName, mergeName, undoesAnotherChoice } from '#contract/students/students.rules.ts';
import type { PasswordChange, StudentEdit, StudentSearch } from '#contract/students/student-office.schema.ts';
import {
  lastNameMissing,
  type NewStudent,
  type PrivacyPreference,
  type Student,
  type StudentName,
} from '#contract/students/students.schema.ts';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import type { GrantRevocation } from '../sync/grants.service.ts';
import { createMoveStudents } from './move-students.ts';
import type { StudentAccounts } from './student-accounts.ts';
import { wordsOf } from './students.search.ts';
import * as pupils from './class-pupils.repository.ts';
import { asTexts, changedElsewhereInWords, refuseRepeatedIds, seenById } from './students-in-bulk.ts';
import * as search from './student-search.repository.ts';
import * as repository from './students.repository.ts';

type StaffCall = Call<Actor>;

export interface StudentService {
  listInClass(
    code: string,
    query: PageQuery & { search?: string | undefined },
    call: Pick<StaffCall, 'transaction' | 'actor'>,
  ): Promise<{ count: number; next: string | null; results: { students: Student[] } }>;
  /** Of the whole school, by name. */
  search(
    query: StudentSearch,
    call: Pick<StaffCall, 'transaction' | 'actor'>,
  ): Promise<{ count: number; next: string | null; results: Student[] }>;
  addToClass(
    classId: string,
    students: readonly NewStudent[],
    call: StaffCall,
  ): Promise<{ id: string; class_id: string; students: Student[] }>;
  /** A student of a class that the person runs, or of no class for those who see the whole school. */
  findOwn(id: string, call: StaffCall): Promise<Student>;
  rename(id: string, name: StudentName, call: StaffCall): Promise<Student>;
  updatePrivacy(id: string, preference: PrivacyPreference, call: StaffCall): Promise<Student>;
  /** As one: without a base the last writer wins. */
  update(id: string, edit: StudentEdit, call: StaffCall): Promise<Student>;
  /** Ends what the old password opened; cards and what they opened stay good. */
  changePassword(id: string, change: PasswordChange, call: StaffCall): Promise<void>;
  /**
   * Their stays in the classes that the person runs end, and one in this class begins. All of them or none.
   * @returns how many stand elsewhere than before
   */
  move(ids: readonly string[], classId: string, call: StaffCall): Promise<number>;
  /** Bulk calls change all of the students or none, and answer how many are another than before. */
  updatePrivacyInBulk(
    ids: readonly string[],
    preference: PrivacyPreference,
    call: StaffCall,
  ): Promise<number>;
  archive(ids: readonly string[], call: StaffCall): Promise<number>;
  restore(ids: readonly string[], call: StaffCall): Promise<number>;
}

export function createStudentService(options: {
  classes: ClassAccess;
  accounts: StudentAccounts;
  grants: GrantRevocation;
  sessions: SessionEnding;
  guesses: Pick<Guesses, 'forgive'>;
  /** Of works, whose audience depends on the privacy of their authors. */
  notePublishedWorks: (studentIds: readonly string[], call: StaffCall) => Promise<void>;
}): StudentService {
  const { classes, accounts, grants, sessions, guesses, notePublishedWorks } = options;

  /**
   * A student of a class that the person runs, or of no class for those who see the whole school; and the scopes that hear
   * of what becomes of it. `locked`: as it stands after waiting for whoever is changing it just now.
   */
  async function findPlaced(
    id: string,
    call: StaffCall,
    locked: boolean,
  ): Promise<{ student: Student; scopes: Scope[] }> {
    const { transaction, actor } = call;
    // By a statement of its own, before anything is read: whoever moves the student at the same moment comes first or after,
    // and the scopes are those that it stands in then.
    if (locked) await repository.lockStudents(transaction, actor.tenant_id, [id]);
    const filter = { studentIds: [id] };
    const rows = await repository.listStudentsInClasses(transaction, actor.tenant_id, filter);
    const scopes = rows.map((row) => scopeOf.schoolClass(row.stu_class.id));
    for (const student of rows) {
      if (await classes.runs(transaction, actor, student.stu_class.id)) return { student, scopes };
    }
    if (rows.length > 0 || !seesWholeSchool(actor.role)) throw new Problem(studentProblems.not_found);
    const [student] = await repository.listStudentsWithoutClass(transaction, actor.tenant_id, [id]);
    if (!student) throw new Problem(studentProblems.not_found);
    return { student, scopes: [scopeOf.school(actor.tenant_id)] };
  }

  const lockOwn = (id: string, call: StaffCall) => findPlaced(id, call, true);

  /** @throws Problem `students.not_found` */
  async function findOwn(id: string, call: StaffCall): Promise<Student> {
    return (await findPlaced(id, call, false)).student;
  }

  /**
   * Students with the classes they stand in, where each of them is one that `lockOwn` would find.
   * @throws Problem `students.not_found`, with the words at the places of the others
   */
  async function findAllOwn(ids: readonly string[], { transaction, actor }: StaffCall) {
    const standing = await repository.classesOfStudents(transaction, actor.tenant_id, ids);
    const run = new Set(await classes.idsOf(transaction, actor));
    const own = standing.filter(({ class_ids }) =>
      class_ids.length === 0 ? seesWholeSchool(actor.role) : class_ids.some((id) => run.has(id)),
    );
    if (own.length < ids.length) {
      const found = new Set(own.map(({ student_id }) => student_id));
      const errors = Object.fromEntries(
        ids.flatMap((id, place) =>
          found.has(id) ? [] : [[`user_ids.${place}`, [studentProblems.not_found.error]]],
        ),
      );
      throw new Problem(studentProblems.not_found, { errors });
    }
    return own;
  }

  /** Set-state: those who are archived already, or in the list already, stay as they are. */
  async function setArchived(ids: readonly string[], archived: boolean, call: StaffCall): Promise<number> {
    const { transaction, actor, changes, now } = call;
    // Before anything is read: whoever moves one of them at the same moment comes first or after.
    const locked = await repository.lockStudents(transaction, actor.tenant_id, ids);
    const standing = await findAllOwn(ids, call);
    const changing = new Set(
      locked.filter(({ archived_at }) => (archived_at !== null) !== archived).map(({ id }) => id),
    );
    if (changing.size === 0) return 0;
    await repository.setArchived(
      transaction,
      actor.tenant_id,
      [...changing],
      archived ? actor.id : null,
      now,
    );
    await accounts.noteChanged(transaction, changes, actor.tenant_id, [...changing]);
    if (archived) {
      const { tenant_id } = actor;
      await grants.revoke(call, [...changing], 'archived');
      await sessions.endThoseOf(transaction, { tenant_id, userIds: [...changing], now });
    }
    // A class counts those in its list.
    for (const { student_id, class_ids } of standing) {
      if (!changing.has(student_id)) continue;
      for (const id of class_ids) changes.put(scopeOf.schoolClass(id), 'classes', id);
    }
    await audit(
      transaction,
      ...[...changing].map((subject_id) => ({
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: archived ? ('students.archived' as const) : ('students.restored' as const),
        subject_id,
      })),
    );
    return changing.size;
  }

  /** The student is locked. */
  async function setPassword(
    id: string,
    { password, compromised }: { password: string; compromised: boolean },
    call: StaffCall,
  ): Promise<void> {
    const { transaction, actor, now } = call;
    const { tenant_id } = actor;
    await accounts.setPassword(transaction, tenant_id, id, { password, now });
    await sessions.endTypedOnes(transaction, { tenant_id, userId: id, now });
    // Who forgot a password has guessed at it; the new one shall open the account at once.
    await guesses.forgive(transaction, tenant_id, { accounts: [id] });
    // A matter of routine leaves what tablets still send of the student alone.
    if (compromised) await grants.revoke(call, [id], 'password_compromised');
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: 'students.password_changed',
      subject_id: id,
      details: { compromised },
    });
  }

  const service: StudentService = {
    findOwn,

    async search({ limit, offset, ...wanted }, { transaction, actor }) {
      const { tenant_id } = actor;
      const none = { count: 0, next: null, results: [] };
      let classId: string | undefined;
      if (wanted.class_id !== undefined) {
        const asId = v.safeParse(Id, wanted.class_id);
        const found = asId.success
          ? asId.output
          : await classes.findAnyByCode(transaction, tenant_id, wanted.class_id);
        if (found === null) return none;
        classId = found;
      }
      const filter: search.SearchFilter = {
        words: wordsOf(wanted.search),
        classId,
        archived: wanted.is_archived,
        privacy: wanted.student_privacy,
        notSignedInSince:
          wanted.not_signed_in_since === undefined ? undefined : new Date(wanted.not_signed_in_since),
        neverSignedIn: wanted.never_signed_in,
        withoutBooks: wanted.no_work,
      };
      const count = await search.countSearched(transaction, tenant_id, filter);
      const page = { limit, offset };
      const studentIds = await search.listSearched(transaction, tenant_id, filter, page);
      const placed = await repository.listStudentsInClasses(transaction, tenant_id, { studentIds });
      const rows = new Map<string, Student>();
      // One of several classes: that which was asked for, else the one that was last entered.
      for (const row of placed) {
        if (classId === undefined || row.stu_class.id === classId) rows.set(row.id, row);
      }
      const others = studentIds.filter((id) => !rows.has(id));
      for (const row of await repository.listStudentsWithoutClass(transaction, tenant_id, others))
        rows.set(row.id, row);
      return {
        count,
        next: nextPage({ ...page, search: wanted.search }, count, asTexts({ ...wanted, search: undefined })),
        results: studentIds.flatMap((id) => rows.get(id) ?? []),
      };
    },

    async listInClass(code, query, { transaction, actor }) {
      const classId = await classes.findByCode(transaction, actor, code);
      const { tenant_id } = actor;
      const words = wordsOf(query.search);
      const count = await pupils.countFoundInClass(transaction, tenant_id, classId, words);
      const studentIds = await pupils.listFoundInClass(transaction, tenant_id, classId, words, query);
      const students = await repository.listStudentsInClasses(transaction, tenant_id, {
        classIds: [classId],
        studentIds,
      });
      return { count, next: nextPage(query, count), results: { students } };
    },

    async addToClass(classId, students, { transaction, actor, changes }) {
      if (!(await classes.keepsRunning(transaction, actor, classId)))
        throw new Problem(studentProblems.class_not_found);
      const named = students.map(({ id = uuidv7(), ...name }) => ({ id, ...name }));
      refuseRepeatedIds(named);
      const standing = await pupils.listAvatarsOfClass(transaction, actor.tenant_id, classId);
      const avatars = avatarsOfNew(named, standing);
      const drafts = named.map((draft, place) => ({ ...draft, avatar: avatars[place] ?? null }));
      const ids = drafts.map((draft) => draft.id);
      await accounts.create(transaction, actor.tenant_id, drafts);
      await repository.enroll(transaction, actor.tenant_id, classId, ids);
      for (const id of ids) changes.put(scopeOf.schoolClass(classId), 'students', id);
      changes.put(scopeOf.schoolClass(classId), 'classes', classId);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'students.added',
        subject_id: classId,
        details: { count: ids.length },
      });
      const made = await repository.listStudentsInClasses(transaction, actor.tenant_id, {
        classIds: [classId],
        studentIds: ids,
      });
      return { id: classId, class_id: made[0]?.stu_class.class_id ?? '', students: made };
    },

    async rename(id, name, call) {
      const { transaction, actor, changes, now, base } = call;
      const { student, scopes } = await lockOwn(id, call);
      if (!keepsLastName(name, student, base?.['last_name']))
        throw new Problem(requestProblems.invalid, { errors: { last_name: [lastNameMissing] } });
      const merged = mergeName(name, student, base);
      if (merged.outcome === 'conflict') {
        const { first_name, last_name } = student;
        throw new Problem(studentProblems.name_changed_elsewhere, {
          details: { theirs: { first_name, last_name }, mine: name },
        });
      }
      if (merged.outcome === 'unchanged') return student;
      await repository.setName(transaction, actor.tenant_id, { ...student, ...merged.name }, now);
      for (const scope of scopes) changes.put(scope, 'students', id);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'students.renamed',
        subject_id: id,
      });
      return { ...student, ...merged.name };
    },

    async updatePrivacy(id, preference, call) {
      const { transaction, actor, changes, now, base } = call;
      const { student, scopes } = await lockOwn(id, call);
      const { privacy_preference: current } = student;
      if (current === preference) return student;
      if (undoesAnotherChoice(current, preference, base?.privacy_preference)) {
        throw new Problem(studentProblems.privacy_changed_elsewhere, {
          details: { theirs: current, mine: preference },
        });
      }
      await repository.setPrivacy(transaction, actor.tenant_id, [id], preference, now);
      for (const scope of scopes) changes.put(scope, 'students', id);
      await notePublishedWorks([id], call);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'students.privacy_changed',
        subject_id: id,
        details: { from: current, to: preference },
      });
      return { ...student, privacy_preference: preference };
    },

    async update(id, { password, privacy_preference, ...name }, call) {
      await service.rename(id, name, call);
      const student = await service.updatePrivacy(id, privacy_preference, call);
      await setPassword(id, { password, compromised: false }, call);
      return student;
    },

    async changePassword(id, { new_password: password, compromised }, call) {
      await lockOwn(id, call);
      await setPassword(id, { password, compromised }, call);
    },

    move: createMoveStudents({ classes, findAllOwn }),

    async updatePrivacyInBulk(ids, preference, call) {
      const { transaction, actor, changes, now, base } = call;
      // Before anything is read: whoever moves one of them at the same moment comes first or after.
      const locked = await repository.lockStudents(transaction, actor.tenant_id, ids);
      await findAllOwn(ids, call);
      const seen = seenById(base?.privacy_preference);
      const undone = locked.filter(({ id, privacy_preference }) =>
        undoesAnotherChoice(privacy_preference, preference, seen.get(id)),
      );
      if (undone.length > 0) {
        throw new Problem(studentProblems.privacy_changed_elsewhere, {
          error: changedElsewhereInWords(undone, ids.length),
          details: {
            changed: Object.fromEntries(undone.map((student) => [student.id, student.privacy_preference])),
            mine: preference,
          },
        });
      }
      const changing = locked.filter(({ privacy_preference }) => privacy_preference !== preference);
      if (changing.length === 0) return 0;
      const changingIds = changing.map(({ id }) => id);
      await repository.setPrivacy(transaction, actor.tenant_id, changingIds, preference, now);
      await accounts.noteChanged(transaction, changes, actor.tenant_id, changingIds);
      await notePublishedWorks(changingIds, call);
      await audit(
        transaction,
        ...changing.map(({ id, privacy_preference }) => ({
          tenant_id: actor.tenant_id,
          actor_id: actor.id,
          action: 'students.privacy_changed' as const,
          subject_id: id,
          details: { from: privacy_preference, to: preference },
        })),
      );
      return changing.length;
    },

    archive: (ids, call) => setArchived(ids, true, call),
    restore: (ids, call) => setArchived(ids, false, call),
  };
  return service;
}
