import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import {
  openRoute,
  route,
  type Actor,
  type Call,
  type LocksAhead,
  type OpenCall,
  type Route,
} from '#server/platform/route.ts';
import { lockInOrder } from '#server/platform/row-locks.ts';
import type { ClassPicker } from './class-picker.ts';
import type { StudentService } from './students.service.ts';

/** One for all kinds of calls: the students of a push are locked together, in one order. */
const lock = lockInOrder('students');

function locksStudents<Input>(idsOf: (input: Input) => readonly string[]): LocksAhead<Input> {
  return { idsOf, lock };
}

/**
 * For what carries a password. An open route keeps no `Idempotency-Key`, and so no trace of the password by which it could
 * be guessed; setting the same one again is the same anyway.
 */
async function inOwnTransaction<Result>(
  database: Database,
  { actor, tenant, now, origin }: OpenCall<Actor>,
  work: (call: Call<Actor>) => Promise<Result>,
): Promise<Result> {
  return await inTenant(database, tenant.id, (transaction) =>
    withChanges(transaction, tenant.id, (changes) =>
      work({ transaction, tenant, actor, changes, now, base: undefined, origin }),
    ),
  );
}

export function studentRoutes(options: {
  database: Database;
  students: StudentService;
  picker: ClassPicker;
}): Route[] {
  const { database, students, picker } = options;
  return [
    openRoute(studentEndpoints.listInClass, async ({ params, query }, { tenant, actor, now, browser }) => {
      if (!actor || !runsClasses(actor.role))
        return await picker.list(tenant, params.classCode, query, { now, browser });
      return await inTenant(database, tenant.id, (transaction) =>
        students.listInClass(params.classCode, query, { transaction, actor }),
      );
    }),
    route(studentOfficeEndpoints.search, ({ query }, call) => students.search(query, call)),
    openRoute(
      studentOfficeEndpoints.update,
      async ({ params, body }, call) =>
        await inOwnTransaction(database, call, (own) => students.update(params.id, body, own)),
    ),
    openRoute(studentOfficeEndpoints.changePassword, async ({ params, body }, call) => {
      await inOwnTransaction(database, call, (own) => students.changePassword(params.id, body, own));
      return { message: 'Student updated successfully' };
    }),
    route(
      studentEndpoints.move,
      async ({ body }, call) => ({
        message: 'Students moved successfully!',
        changed: await students.move(body.user_ids, body.school_class_id, call),
      }),
      locksStudents(({ body }) => body.user_ids),
    ),
    route(studentEndpoints.addToClass, async ({ params, body }, call) => ({
      message: 'Students added successfully!',
      data: await students.addToClass(params.classId, body.students, call),
    })),
    route(
      studentEndpoints.rename,
      ({ params, body }, call) => students.rename(params.id, body, call),
      locksStudents(({ params }) => [params.id]),
    ),
    route(
      studentEndpoints.updatePrivacy,
      ({ params, body }, call) => students.updatePrivacy(params.id, body.privacy_preference, call),
      locksStudents(({ params }) => [params.id]),
    ),
    route(
      studentEndpoints.updatePrivacyInBulk,
      async ({ body }, call) => ({
        message: 'Privacy preference updated successfully!',
        changed: await students.updatePrivacyInBulk(body.user_ids, body.privacy_preference, call),
      }),
      locksStudents(({ body }) => body.user_ids),
    ),
    route(
      studentEndpoints.archive,
      async ({ body }, call) => ({
        message: 'Students archived successfully!',
        changed: await students.archive(body.user_ids, call),
      }),
      locksStudents(({ body }) => body.user_ids),
    ),
    route(
      studentEndpoints.restore,
      async ({ body }, call) => ({
        message: 'Students restored successfully!',
        changed: await students.restore(body.user_ids, call),
      }),
      locksStudents(({ body }) => body.user_ids),
    ),
  ];
}
