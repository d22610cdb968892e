import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** It is told for a while what was sent to whom. */
export const oldMessages = oldRows('email_messages', {
  since: 'created_at',
  keptFor: 90 * day,
  which: sql`state <> 'waiting'`,
});

export interface NewMessage {
  tenant_id: string;
  id: string;
  kind: string;
  to_address: string;
  to_name: string;
  subject: string;
  sealed_content: Buffer;
  due_at: Date;
  give_up_at: Date;
  created_at: Date;
}

/** The same statement whether or not there is somebody to write to, so that the clock does not tell. */
export async function insertMessageIf(
  transaction: TenantTransaction,
  isMeant: boolean,
  message: NewMessage,
): Promise<void> {
  await sql`
    insert into email_messages
      (tenant_id, id, kind, to_address, to_name, subject, sealed_content, due_at, give_up_at, created_at)
    select ${message.tenant_id}::uuid, ${message.id}::uuid, ${message.kind}, ${message.to_address},
      ${message.to_name}, ${message.subject}, ${message.sealed_content}::bytea, ${message.due_at}::timestamptz,
      ${message.give_up_at}::timestamptz, ${message.created_at}::timestamptz
    where ${isMeant}::boolean`.execute(transaction);
}

export function findLetterhead(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['school_name', 'school_email', 'primary_color', 'button_color'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

/** Of all tenants; the mail scope sees them. Those that waited longest come first. */
export function listDue(transaction: TenantTransaction, now: Date, most: number) {
  return transaction
    .selectFrom('email_messages')
    .select(['tenant_id', 'id'])
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute();
}

/** Locked, unless another server has it or has sent it. */
export function lockDue(transaction: TenantTransaction, tenantId: string, id: string, now: Date) {
  return transaction
    .selectFrom('email_messages')
    .select([
      'kind',
      'to_address',
      'to_name',
      'subject',
      'sealed_content',
      'attempts',
      'last_error',
      'give_up_at',
      'created_at',
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** An attempt, by its number: one that was taken for dead and comes back late is none any more. */
export interface Attempt {
  tenant_id: string;
  id: string;
  attempts: number;
}

export async function beginAttempt(transaction: TenantTransaction, attempt: Attempt, due_at: Date) {
  await transaction
    .updateTable('email_messages')
    .set({ attempts: attempt.attempts, due_at })
    .where('tenant_id', '=', attempt.tenant_id)
    .where('id', '=', attempt.id)
    .execute();
}

export async function putOff(
  transaction: TenantTransaction,
  attempt: Attempt,
  { due_at, last_error }: { due_at: Date; last_error: string },
) {
  await transaction
    .updateTable('email_messages')
    .set({ due_at, last_error })
    .where('tenant_id', '=', attempt.tenant_id)
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('state', '=', 'waiting')
    .execute();
}

export async function finish(
  transaction: TenantTransaction,
  attempt: Attempt,
  end: { state: 'sent' | 'failed'; finished_at: Date; last_error: string | null },
) {
  await transaction
    .updateTable('email_messages')
    .set({ ...end, sealed_content: null })
    .where('tenant_id', '=', attempt.tenant_id)
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('state', '=', 'waiting')
    .execute();
}
