import { sql, type RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import { permissionProblems } from '#contract/permissions/permissions.problems.ts';
import type { NeededPermissions, Permission, Purpose } from '#contract/permissions/permissions.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { notePublishedWorks } from '../works/published-works.ts';
import { fullNameOf, looksAfter, purposeOfAsset, readerOf } from '../works/reader.ts';

type Parsed<Name extends keyof typeof permissionEndpoints> = EndpointParsed<
  (typeof permissionEndpoints)[Name]
>;
type StaffCall = Call<Actor>;

/** @throws Problem `permissions.no_student` */
async function findStudent(
  id: string,
  { transaction, actor }: StaffCall,
  locked: RawBuilder<unknown> = sql``,
): Promise<void> {
  const { tenant_id } = actor;
  const { rows } = await sql`
    select from students as student
    where student.tenant_id = ${tenant_id} and student.id = ${id}
      and ${looksAfter(readerOf(actor, false), tenant_id, sql`student.id`)}
    ${locked}`.execute(transaction);
  if (rows.length === 0) throw new Problem(permissionProblems.no_student);
}

/** So that of two who record the same at one moment one finds what the other did. @throws Problem `permissions.no_student` */
async function lockStudent(id: string, call: StaffCall): Promise<void> {
  await findStudent(id, call, sql`for update`);
}

/** @throws Problem `permissions.no_student` */
export async function listPermissions({ params, query }: Parsed<'list'>, call: StaffCall) {
  await findStudent(params.studentId, call);
  const { transaction, actor } = call;
  const ofStudent = sql`from guardian_permissions as permission
    where permission.tenant_id = ${actor.tenant_id} and permission.student_id = ${params.studentId}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${ofStudent}`.execute(transaction);
  const nameOf = (column: 'recorded_by' | 'ended_by') =>
    fullNameOf(actor.tenant_id, sql.ref(`permission.${column}`));
  const { rows } = await sql<
    Omit<Permission, 'recorded_at' | 'ended_at'> & { recorded_at: Date; ended_at: Date | null }
  >`
    select permission.id, permission.purpose, permission.note, permission.recorded_at, permission.ended_at,
      ${nameOf('recorded_by')} as recorded_by, ${nameOf('ended_by')} as ended_by
    ${ofStudent} order by permission.recorded_at desc, permission.id desc
    limit ${query.limit} offset ${query.offset}`.execute(transaction);
  const count = counted.rows[0]?.count ?? 0;
  const results = rows.map((row): Permission => {
    const { recorded_at, ended_at } = row;
    return {
      ...row,
      recorded_at: recorded_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    };
  });
  return { count, next: nextPage(query, count), results };
}

async function note(
  action: 'permissions.recorded' | 'permissions.ended',
  { studentId, purpose }: { studentId: string; purpose: Purpose },
  call: StaffCall,
): Promise<void> {
  const { transaction, actor } = call;
  const { tenant_id, id: actor_id } = actor;
  await audit(transaction, { tenant_id, actor_id, action, subject_id: studentId, details: { purpose } });
  // The guardian's permission is part of who can see a work.
  if (purpose === 'public') await notePublishedWorks([studentId], call);
}

/** @throws Problem `permissions.no_student` */
export async function recordPermission({ params, body }: Parsed<'record'>, call: StaffCall) {
  await lockStudent(params.studentId, call);
  const { transaction, actor, now } = call;
  const { studentId: student_id, purpose } = params;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('guardian_permissions')
    .values({
      tenant_id: actor.tenant_id,
      id: uuidv7(),
      student_id,
      purpose,
      note: body.note,
      recorded_by: actor.id,
      recorded_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'purpose', 'student_id']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await note('permissions.recorded', params, call);
  return { purpose, is_given: true };
}

/** @throws Problem `permissions.no_student` */
export async function endPermission({ params }: Parsed<'end'>, call: StaffCall) {
  await lockStudent(params.studentId, call);
  const { transaction, actor, now } = call;
  const { numUpdatedRows } = await transaction
    .updateTable('guardian_permissions')
    .set({ ended_at: now, ended_by: actor.id })
    .where('tenant_id', '=', actor.tenant_id)
    .where('student_id', '=', params.studentId)
    .where('purpose', '=', params.purpose)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await note('permissions.ended', params, call);
  return { purpose: params.purpose, is_given: false };
}

/** @throws Problem `permissions.no_work` */
export async function readNeeded(
  { params }: Parsed<'readNeeded'>,
  { transaction, actor }: StaffCall,
): Promise<NeededPermissions> {
  const { tenant_id } = actor;
  const { rows } = await sql<{
    student: NeededPermissions['student'];
    privacy: NeededPermissions['privacy'];
    media: ('voice' | 'picture')[];
    given: Purpose[];
  }>`
    select student.privacy_preference as privacy,
      case when student.id is not null then
        json_build_object('id', author.id, 'first_name', author.first_name) end as student,
      array(
        select distinct ${purposeOfAsset(tenant_id)} as purpose from work_assets as used
        join assets as asset on asset.tenant_id = ${tenant_id} and asset.sha256 = used.sha256
        where used.tenant_id = ${tenant_id} and used.work_id = work.id and ${purposeOfAsset(tenant_id)} is not null
        order by purpose desc
      ) as media,
      array(
        select permission.purpose from guardian_permissions as permission
        where permission.tenant_id = ${tenant_id} and permission.student_id = student.id
          and permission.ended_at is null
      ) as given
    from works as work
    join users as author on author.tenant_id = ${tenant_id} and author.id = work.author_id
    left join students as student on student.tenant_id = ${tenant_id} and student.id = work.author_id
    where work.tenant_id = ${tenant_id} and work.id = ${params.workId}
      and (work.author_id = ${actor.id} or ${looksAfter(readerOf(actor, false), tenant_id, sql`work.author_id`)})`.execute(
    transaction,
  );
  const [work] = rows;
  if (!work) throw new Problem(permissionProblems.no_work);
  const { student, privacy, media, given } = work;
  if (!student) return { student: null, privacy: null, needed: [] };
  const needed = (['public', ...media] as const).map((purpose) => ({
    purpose,
    is_given: given.includes(purpose),
  }));
  return { student, privacy, needed };
}
