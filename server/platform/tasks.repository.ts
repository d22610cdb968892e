import { sql, type ExpressionBuilder } from 'kysely';
import { latestNow } from './clock.ts';
import type { TenantTransaction } from './database.ts';
import { oldRows } from './sweep.ts';
import type { Tables } from './tables.ts';

const day = 24 * 60 * 60 * 1000;

/** Ended tasks are kept for a while, to see what was done and what failed. */
export const oldTasks = oldRows('tasks', {
  since: 'created_at',
  keptFor: 90 * day,
  which: sql`state <> 'waiting'`,
});

export interface TaskRow {
  tenant_id: string;
  id: string;
  kind: string;
  subject?: string | null;
  payload?: Readonly<Record<string, unknown>>;
  due_at: Date;
  give_up_at?: Date | null;
  created_at: Date;
}

/** Where a task of this kind and subject waits already, that one is due at the earlier of the two times. */
export async function insertTask(
  transaction: TenantTransaction,
  { subject = null, payload = {}, give_up_at = null, ...task }: TaskRow,
): Promise<void> {
  await sql`
    insert into tasks (tenant_id, id, kind, subject, payload, due_at, give_up_at, created_at, dated_at)
    values (${task.tenant_id}, ${task.id}, ${task.kind}, ${subject}, ${JSON.stringify(payload)}, ${task.due_at}, ${give_up_at},
      ${task.created_at}, ${task.created_at})
    on conflict (tenant_id, kind, subject) where state = 'waiting'
      do update set due_at = least(tasks.due_at, excluded.due_at), dated_at = least(tasks.dated_at, excluded.dated_at)`.execute(
    transaction,
  );
}

/** Its time has come, or was set by a clock that had jumped ahead. */
const isDue = (now: Date) => (row: ExpressionBuilder<Tables, 'tasks'>) =>
  row.or([row('due_at', '<=', now), row('dated_at', '>', latestNow(now))]);

/** Of all tenants; the work scope sees them. Those that waited longest come first. */
export function listDue(transaction: TenantTransaction, kind: string, now: Date, most: number) {
  return transaction
    .selectFrom('tasks')
    .select(['tenant_id', 'id'])
    .where('state', '=', sql.lit('waiting'))
    .where('kind', '=', kind)
    .where(isDue(now))
    .orderBy('due_at')
    .limit(most)
    .execute();
}

/** Of these kinds, those of which any tenant has a due task; the work scope sees them. */
export async function listDueKinds(
  transaction: TenantTransaction,
  kinds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from tasks where kind = any(${kinds}::text[]) and state = 'waiting' and due_at <= ${now}::timestamptz
    union
    select kind from tasks
    where kind = any(${kinds}::text[]) and state = 'waiting' and dated_at > ${latestNow(now)}::timestamptz`.execute(
    transaction,
  );
  return rows.map(({ kind }) => kind);
}

/** Of all tenants; the work scope sees them. How many of each kind are due, and since when the first is. */
export async function countDueTasks(
  transaction: TenantTransaction,
  now: Date,
): Promise<{ kind: string; count: number; due_at: Date }[]> {
  const { rows } = await sql<{ kind: string; count: number; due_at: Date }>`
    select kind, count(*) as count, min(due_at) as due_at from tasks
    where state = 'waiting' and due_at <= ${now}::timestamptz
    group by kind`.execute(transaction);
  return rows;
}

/** Locked, unless another server has it or has ended it. */
export function lockDue(transaction: TenantTransaction, tenantId: string, id: string, now: Date) {
  return transaction
    .selectFrom('tasks')
    .select(['kind', 'subject', 'payload', 'attempts', 'give_up_at', 'last_error', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(isDue(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/**
 * An attempt, by its number: one that was taken for dead and comes back late is none any more. `until` is when it is taken for dead;
 * where the task is due earlier, somebody asked for it during the attempt.
 */
interface Attempt {
  tenant_id: string;
  id: string;
  attempts: number;
  until: Date;
}

export async function beginAttempt(
  transaction: TenantTransaction,
  { tenant_id, id, attempts, until }: Attempt,
  dated_at: Date,
) {
  await transaction
    .updateTable('tasks')
    .set({ attempts, due_at: until, dated_at })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** Its task, unless that was asked for during the attempt: what caused it may have come after the attempt looked. */
function attemptOf(transaction: TenantTransaction, { tenant_id, id, attempts, until }: Attempt) {
  return transaction
    .updateTable('tasks')
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', '=', until)
    .where('state', '=', 'waiting');
}

export async function putOff(
  transaction: TenantTransaction,
  attempt: Attempt,
  again: { due_at: Date; dated_at: Date; last_error: string },
) {
  await attemptOf(transaction, attempt).set(again).execute();
}

/** @returns false where a later attempt goes on with the task, or ended it, and where it was asked for during this one */
export async function finish(
  transaction: TenantTransaction,
  attempt: Attempt,
  end: { state: 'done' | 'failed'; finished_at: Date; last_error: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await attemptOf(transaction, attempt).set(end).executeTakeFirst();
  return numUpdatedRows === 1n;
}
