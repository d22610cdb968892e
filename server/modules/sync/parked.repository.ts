import { sql, type ExpressionBuilder } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { GrantEnd, ParkedCall } from '#contract/sync/grants.schema.ts';
import type { QueuedCall } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { PersonKey } from '#server/platform/idempotency.ts';
import { storedJson } from '#server/platform/stored-json.ts';
import type { Tables } from '#server/platform/tables.ts';

/** Which of these calls wait at school. */
export async function readParkedIds(
  transaction: TenantTransaction,
  person: PersonKey,
  mutationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('parked_calls')
    .select('mutation_id')
    .where('tenant_id', '=', person.tenant_id)
    .where('user_id', '=', person.user_id)
    .where('mutation_id', '=', sql<string>`any(${mutationIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.mutation_id));
}

export async function countParkedOf(transaction: TenantTransaction, person: PersonKey): Promise<number> {
  const { count } = await transaction
    .selectFrom('parked_calls')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', person.tenant_id)
    .where('user_id', '=', person.user_id)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertParked(
  transaction: TenantTransaction,
  person: PersonKey,
  rows: readonly { id: string; device_id: string; call: QueuedCall; reason: GrantEnd; parked_at: Date }[],
): Promise<void> {
  await transaction
    .insertInto('parked_calls')
    .values(
      rows.map(({ call, ...row }) => ({
        ...person,
        ...row,
        mutation_id: call.mutation_id,
        seq: call.seq,
        name: call.name,
        call: storedJson(call),
      })),
    )
    .execute();
}

/** Whose parked calls: of students in these classes, or of everybody in the school. */
export interface ParkedFilter {
  classIds?: readonly string[];
  id?: string;
}

type Where = ExpressionBuilder<Tables & { parked: Tables['parked_calls'] }, 'parked'>;

const visible =
  (tenantId: string, { classIds, id }: ParkedFilter) =>
  (where: Where) =>
    where.and([
      where('parked.tenant_id', '=', tenantId),
      ...(id === undefined ? [] : [where('parked.id', '=', id)]),
      ...(classIds === undefined
        ? []
        : [
            where.exists(
              where
                .selectFrom('enrollments as enrollment')
                .select('enrollment.student_id')
                .whereRef('enrollment.tenant_id', '=', 'parked.tenant_id')
                .whereRef('enrollment.student_id', '=', 'parked.user_id')
                .where('enrollment.ended_at', 'is', null)
                .where('enrollment.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`),
            ),
          ]),
    ]);

export async function countParked(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ParkedFilter,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('parked_calls as parked')
    .where(visible(tenantId, filter))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listParked(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ParkedFilter,
  { limit, offset }: PageQuery,
): Promise<ParkedCall[]> {
  const rows = await transaction
    .selectFrom('parked_calls as parked')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'parked.tenant_id').onRef('user.id', '=', 'parked.user_id'),
    )
    .where(visible(tenantId, filter))
    .select([
      'parked.id',
      'parked.name',
      'parked.device_id',
      'parked.reason',
      'parked.parked_at',
      'user.id as user_id',
      'user.first_name',
      'user.last_name',
    ])
    .orderBy('parked.parked_at')
    .orderBy('parked.user_id')
    .orderBy('parked.seq')
    .orderBy('parked.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ user_id, first_name, last_name, parked_at, ...row }) => ({
    ...row,
    made_by: { id: user_id, first_name, last_name },
    parked_at: parked_at.toISOString(),
  }));
}

export interface TakenCall {
  id: string;
  user_id: string;
  /** What its maker may do now. */
  role: Role;
  call: QueuedCall;
}

/** Takes a parked call off the list; where this transaction fails it stands there again. Two who take it: one gets it. */
export async function takeParked(
  transaction: TenantTransaction,
  tenantId: string,
  filter: ParkedFilter & { id: string },
): Promise<TakenCall | undefined> {
  const row = await transaction
    .deleteFrom('parked_calls as parked')
    .where(visible(tenantId, filter))
    .returning(['parked.id', 'parked.user_id', 'parked.call'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { role } = await transaction
    .selectFrom('users')
    .select('role')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  return { ...row, role, call: row.call as QueuedCall };
}
