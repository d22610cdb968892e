import { uuidv7 } from 'uuidv7';
import { classProblems } from '#contract/classes/classes.problems.ts';
import { mergeField } from '#contract/classes/classes.rules.ts';
import type { ClassTeachers, NewClass, SchoolClass } from '#contract/classes/classes.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { forgetFacts } from '#server/platform/shared-work.ts';
import { suggestClassCode } from './class-codes.ts';
import * as places from './class-places.repository.ts';
import * as repository from './classes.repository.ts';

type StaffCall = Call<Actor>;
type ClassRow = Awaited<ReturnType<typeof repository.listClasses>>[number];

/** A code that is taken is one in very many; more than a few in a row are a fault of ours. */
const attempts = 20;

/** @throws Problem `classes.not_found`, for an absent class and somebody else's alike */
async function findOwn(id: string, { transaction, actor }: StaffCall): Promise<ClassRow> {
  const own = seesWholeSchool(actor.role) ? {} : { teacherId: actor.id };
  const filter = { ...own, ids: [id], archived: 'too' } as const;
  const [row] = await repository.listClasses(transaction, actor.tenant_id, filter);
  if (!row) throw new Problem(classProblems.not_found);
  return row;
}

/**
 * A class that the person may change, after waiting for whoever is changing it just now. What ended can still be changed:
 * somebody may have done so without a network before they could hear of it.
 * @throws Problem `classes.not_found`
 */
async function lockOwn(id: string, call: StaffCall): Promise<ClassRow> {
  await places.lockClasses(call.transaction, call.actor.tenant_id, [id]);
  return await findOwn(id, call);
}

/**
 * The same with its children, for who changes where they stand: nobody changes one of them before the transaction ends.
 * @throws Problem `classes.not_found`
 */
async function lockOwnWithChildren(id: string, call: StaffCall): Promise<ClassRow> {
  const { transaction, actor } = call;
  await places.lockClasses(transaction, actor.tenant_id, [id]);
  await places.keepChildren(transaction, actor.tenant_id, id);
  // Counted after the children are kept, since an archived class shows what it counted then.
  return await findOwn(id, call);
}

async function read(id: string, { transaction, actor }: StaffCall): Promise<SchoolClass> {
  const [row] = await repository.listClasses(transaction, actor.tenant_id, { ids: [id], archived: 'too' });
  if (!row) throw new Error(`Class ${id} is gone in the middle of its own change`);
  return row;
}

/** An archived class stands in the school's scope, where nobody is in it. */
function notePlace(changes: Changes, tenantId: string, { id, archived_at }: ClassRow): void {
  changes.put(archived_at === null ? scopeOf.schoolClass(id) : scopeOf.school(tenantId), 'classes', id);
}

/** What the children of a class have of it in their own rows is another now. */
async function noteStudents(row: ClassRow, { transaction, actor, changes }: StaffCall): Promise<void> {
  if (row.archived_at !== null) return;
  const ids = await places.listStudentIds(transaction, actor.tenant_id, row.id);
  for (const id of ids) changes.put(scopeOf.schoolClass(row.id), 'students', id);
}

/** Other classes are among what these people may see now: their tablets are to look at once. */
function noteAccess(changes: Changes, userIds: Iterable<string>): void {
  for (const id of userIds) changes.put(scopeOf.user(id), 'profile', id);
}

function auditOf(
  { actor }: StaffCall,
  action: AuditAction<'classes'>,
  id: string,
  details?: Record<string, unknown>,
) {
  const { tenant_id, id: actor_id } = actor;
  return { tenant_id, actor_id, action, subject_id: id, ...(details && { details }) };
}

/** Those of these who may teach. */
async function teachersAmong(ids: readonly string[], { transaction, actor }: StaffCall) {
  return await repository.findTeachers(transaction, actor.tenant_id, ids);
}

/** @throws Problem `classes.id_taken` */
export async function createClass(wanted: NewClass, call: StaffCall): Promise<SchoolClass> {
  const { transaction, actor, changes } = call;
  const { tenant_id } = actor;
  const { id = uuidv7(), name, class_theme, lead_teacher_id: lead = null } = wanted;
  for (let attempt = 0; ; attempt += 1) {
    if (attempt === attempts) throw new Error('No free class code could be found');
    const row = { tenant_id, id, name, class_theme, class_id: suggestClassCode() };
    if (await repository.insertClass(transaction, row)) break;
    // What is taken left the row out: a code is made again, an id cannot be.
    if (await repository.isClassIdTaken(transaction, tenant_id, id))
      throw new Problem(classProblems.id_taken);
  }
  const teaches = lead !== null && (await teachersAmong([lead], call)).has(lead);
  if (teaches) {
    const teachers = { lead_teacher_id: lead, co_teacher_ids: [] };
    await repository.setTeachers(transaction, tenant_id, id, teachers);
    noteAccess(changes, [lead]);
  }
  changes.put(scopeOf.schoolClass(id), 'classes', id);
  // It is not in the school's scope; but all who see that one see this class too, and are to look at once.
  changes.put(scopeOf.school(tenant_id), 'classes', id);
  await audit(
    transaction,
    auditOf(call, 'classes.created', id, { name, lead_teacher_id: teaches ? lead : null }),
  );
  return await read(id, call);
}

/** Changes a field of a class, unless somebody else did so since its editor saw it. */
async function setField(
  field: 'name' | 'class_theme',
  id: string,
  mine: string,
  how: { conflict: ProblemDefinition; action: AuditAction<'classes'> },
  call: StaffCall,
): Promise<SchoolClass> {
  const { transaction, actor, changes, now, base } = call;
  const row = await lockOwn(id, call);
  const theirs = row[field];
  const merged = mergeField(mine, theirs, base?.[field]);
  if (merged === 'conflict') throw new Problem(how.conflict, { details: { theirs, mine } });
  if (merged === 'unchanged') return row;
  await repository.setClass(transaction, actor.tenant_id, id, { [field]: mine }, now);
  notePlace(changes, actor.tenant_id, row);
  if (field === 'name') await noteStudents(row, call);
  await audit(transaction, auditOf(call, how.action, id, { from: theirs, to: mine }));
  return { ...row, [field]: mine };
}

/** @throws Problem `classes.not_found`, `classes.name_changed_elsewhere` */
export async function renameClass(id: string, name: string, call: StaffCall): Promise<SchoolClass> {
  const how = { conflict: classProblems.name_changed_elsewhere, action: 'classes.renamed' } as const;
  return await setField('name', id, name, how, call);
}

/** @throws Problem `classes.not_found`, `classes.theme_changed_elsewhere` */
export async function recolourClass(id: string, theme: string, call: StaffCall): Promise<SchoolClass> {
  const how = { conflict: classProblems.theme_changed_elsewhere, action: 'classes.recoloured' } as const;
  return await setField('class_theme', id, theme, how, call);
}

/** A class and its children pass between its own scope and the school's, and its teachers lose it or get it back. */
async function noteMove(
  id: string,
  studentIds: readonly string[],
  { transaction, actor, changes }: StaffCall,
) {
  for (const scope of [scopeOf.schoolClass(id), scopeOf.school(actor.tenant_id)]) {
    changes.put(scope, 'classes', id);
    for (const studentId of studentIds) changes.put(scope, 'students', studentId);
  }
  noteAccess(changes, await repository.listTeacherIds(transaction, actor.tenant_id, id));
}

/** Set-state: a class that is archived already stays as it is. @throws Problem `classes.not_found` */
export async function archiveClass(id: string, call: StaffCall): Promise<SchoolClass> {
  const { transaction, actor, now } = call;
  const row = await lockOwnWithChildren(id, call);
  if (row.archived_at !== null) return row;
  const { no_of_students: students, no_of_books: books } = row;
  const archived = { by: actor.id, students, books };
  await repository.setClass(transaction, actor.tenant_id, id, { archived }, now);
  const left = await places.endPlaces(transaction, actor.tenant_id, id);
  // That somebody runs this class is no fact any more for the calls that share this transaction.
  forgetFacts(transaction);
  await noteMove(id, left, call);
  await audit(transaction, auditOf(call, 'classes.archived', id, { students: left.length }));
  return await read(id, call);
}

/** Set-state, as archiving. @throws Problem `classes.not_found` */
export async function restoreClass(id: string, call: StaffCall): Promise<SchoolClass> {
  const { transaction, actor, now } = call;
  const row = await lockOwnWithChildren(id, call);
  if (row.archived_at === null) return row;
  await repository.setClass(transaction, actor.tenant_id, id, { archived: null }, now);
  const back = await places.reopenPlaces(transaction, actor.tenant_id, id);
  await noteMove(id, back, call);
  await audit(transaction, auditOf(call, 'classes.restored', id, { students: back.length }));
  return await read(id, call);
}

/** @throws Problem `classes.not_found`, `classes.archived` */
async function lockGoing(id: string, call: StaffCall): Promise<ClassRow> {
  const row = await lockOwn(id, call);
  if (row.archived_at !== null) throw new Problem(classProblems.archived);
  return row;
}

/** @throws Problem `classes.not_found`, `classes.archived`, `classes.teacher_not_found` */
export async function assignTeachers(
  id: string,
  wanted: ClassTeachers,
  call: StaffCall,
): Promise<SchoolClass> {
  const { transaction, actor, changes } = call;
  const row = await lockGoing(id, call);
  const { lead_teacher_id: lead, co_teacher_ids } = wanted;
  const after = lead === null ? [] : [lead, ...co_teacher_ids];
  const present = await teachersAmong(after, call);
  if (after.some((each) => !present.has(each))) throw new Problem(classProblems.teacher_not_found);
  const before = await repository.listTeacherIds(transaction, actor.tenant_id, id);
  await repository.setTeachers(transaction, actor.tenant_id, id, wanted);
  notePlace(changes, actor.tenant_id, row);
  const isChanged = (each: string) => before.includes(each) !== after.includes(each);
  noteAccess(changes, new Set([...before, ...after].filter(isChanged)));
  await audit(
    transaction,
    auditOf(call, 'classes.teachers_assigned', id, { before, lead, co_teachers: co_teacher_ids }),
  );
  return await read(id, call);
}

/** The code before opens nothing from this moment on. @throws Problem `classes.not_found`, `classes.archived` */
export async function replaceClassCode(id: string, call: StaffCall): Promise<SchoolClass> {
  const { transaction, actor, changes, now } = call;
  const row = await lockGoing(id, call);
  for (let attempt = 0; ; attempt += 1) {
    if (attempt === attempts) throw new Error('No free class code could be found');
    const fields = { class_id: suggestClassCode() };
    if (await repository.setClass(transaction, actor.tenant_id, id, fields, now)) break;
  }
  notePlace(changes, actor.tenant_id, row);
  await noteStudents(row, call);
  await audit(transaction, auditOf(call, 'classes.code_replaced', id));
  return await read(id, call);
}
