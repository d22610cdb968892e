import { classProblems } from '#contract/classes/classes.problems.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import { sharedFact } from '#server/platform/shared-work.ts';
import * as places from './class-places.repository.ts';
import * as repository from './classes.repository.ts';

/** Whole-school staff see every class, a teacher the own ones; null for those who run none. */
function filterFor(actor: Actor): repository.ClassFilter | null {
  if (seesWholeSchool(actor.role)) return {};
  return actor.role === 'teacher' ? { teacherId: actor.id } : null;
}

/** What other modules may ask about classes; `server/modules.ts` hands it to them. */
export interface ClassAccess {
  /** Ids of the classes that a person runs, in the order of the class list. */
  idsOf(transaction: TenantTransaction, actor: Actor): Promise<string[]>;
  /** What those of these classes are called that the person runs, by id. */
  namesOf(
    transaction: TenantTransaction,
    actor: Actor,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** True where the person runs the class; an absent class and somebody else's answer alike. */
  runs(transaction: TenantTransaction, actor: Actor, classId: string): Promise<boolean>;
  /**
   * The same for who is about to put somebody into the class: nobody archives it before the transaction ends, and nothing
   * that was read before counts.
   */
  keepsRunning(transaction: TenantTransaction, actor: Actor, classId: string): Promise<boolean>;
  /** Ids of all who stand in a class, archived students among them. Whose it is was asked before. */
  studentIdsOf(transaction: TenantTransaction, tenantId: string, classId: string): Promise<string[]>;
  /** The class of a code, where the person runs it. @throws Problem `classes.not_found` */
  findByCode(transaction: TenantTransaction, actor: Actor, code: string): Promise<string>;
  /** The class of a code, whoever asks; null where none has it. */
  findAnyByCode(transaction: TenantTransaction, tenantId: string, code: string): Promise<string | null>;
  /** For whoever changes staff: the classes of somebody show another name now, or them no more. */
  noteTeacher(
    transaction: TenantTransaction,
    changes: Changes,
    tenantId: string,
    teacherId: string,
  ): Promise<void>;
}

export const classAccess: ClassAccess = {
  async idsOf(transaction, actor) {
    const filter = filterFor(actor);
    return filter ? await repository.listClassIds(transaction, actor.tenant_id, filter) : [];
  },
  async namesOf(transaction, actor, ids) {
    const filter = filterFor(actor);
    const rows = filter
      ? await repository.listClassNames(transaction, actor.tenant_id, { ...filter, ids })
      : [];
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  async runs(transaction, actor, classId) {
    const filter = filterFor(actor);
    if (!filter) return false;
    const found = await sharedFact(transaction, `${actor.id} runs ${classId}`, async () => {
      const [id] = await repository.listClassIds(transaction, actor.tenant_id, { ...filter, ids: [classId] });
      // Undefined is not kept: a later call may make the class.
      return id;
    });
    return found !== undefined;
  },
  async keepsRunning(transaction, actor, classId) {
    const isGoing = await repository.keepGoing(transaction, actor.tenant_id, classId);
    return isGoing && (await this.runs(transaction, actor, classId));
  },
  studentIdsOf: places.listStudentIds,
  async findByCode(transaction, actor, code) {
    const row = await repository.findClassByCode(transaction, actor.tenant_id, code);
    if (!row || !(await this.runs(transaction, actor, row.id))) throw new Problem(classProblems.not_found);
    return row.id;
  },
  async findAnyByCode(transaction, tenantId, code) {
    const row = await repository.findClassByCode(transaction, tenantId, code);
    return row?.id ?? null;
  },
  async noteTeacher(transaction, changes, tenantId, teacherId) {
    // In both places where each may stand: somebody may be archiving one, or getting it back, at this moment.
    for (const id of await repository.listTaughtClassIds(transaction, tenantId, teacherId)) {
      changes.put(scopeOf.schoolClass(id), 'classes', id);
      changes.put(scopeOf.school(tenantId), 'classes', id);
    }
  },
};

type Query = PageQuery & { is_archived?: 'true' | 'false' };

/** The list that the person's role gives (specification, section 6: class list source). */
export async function listClasses(transaction: TenantTransaction, actor: Actor, query: Query) {
  const own = filterFor(actor);
  if (!own) return { count: 0, next: null, results: [] };
  const { is_archived, ...page } = query;
  const filter: repository.ClassFilter = is_archived === 'true' ? { ...own, archived: 'only' } : own;
  const results = await repository.listClasses(transaction, actor.tenant_id, filter, page);
  const isAll = page.offset === 0 && results.length < page.limit;
  const count = isAll ? results.length : await repository.countClasses(transaction, actor.tenant_id, filter);
  const next = nextPage(page, count);
  return { count, next: next && is_archived === 'true' ? `${next}&is_archived=true` : next, results };
}

/** Those who see the whole school see its archived classes too. @throws Problem `classes.not_found` */
export async function readClass(
  transaction: TenantTransaction,
  actor: Actor,
  id: string,
): Promise<SchoolClass> {
  const own = filterFor(actor);
  const archived = seesWholeSchool(actor.role) ? { archived: 'too' as const } : {};
  const [row] = own
    ? await repository.listClasses(transaction, actor.tenant_id, { ...own, ...archived, ids: [id] })
    : [];
  if (!row) throw new Problem(classProblems.not_found);
  return row;
}
