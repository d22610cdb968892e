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
      (tenant_id, id, kind, to_address, to_name, subject, sealed_content, created_at)
    select ${message.tenant_id}::uuid, ${message.id}::uuid, ${message.kind}, ${message.to_address},
      ${message.to_name}, ${message.subject}, ${message.sealed_content}::bytea, ${message.created_at}::timestamptz
    where ${isMeant}::boolean`.execute(transaction);
}

export function findLetterhead(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['school_name', 'school_email', 'primary_color', 'button_color'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

export function findWaiting(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('email_messages')
    .select(['kind', 'to_address', 'to_name', 'subject', 'sealed_content', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

export async function finish(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  end: { state: 'sent' | 'failed'; finished_at: Date; last_error: string | null },
): Promise<void> {
  await transaction
    .updateTable('email_messages')
    .set({ ...end, sealed_content: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
