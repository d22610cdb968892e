import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Cause } from '#contract/mail/mail.rules.ts';
import type { Database, TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';
import type { LetterEventColumn, LetterStateColumn } from '#server/platform/tables/columns.ts';

const day = 24 * 60 * 60 * 1000;

/** It is told for a while what was sent to whom, and what became of it. */
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
  subject_id: string | null;
  sealed_content: Buffer;
  shown_letter: Buffer;
  created_at: Date;
}

export interface LetterKey {
  tenant_id: string;
  id: string;
}

interface Happening {
  kind: LetterEventColumn;
  /** What a mail server said. */
  detail: string;
  at: Date;
}

export async function insertMessage(transaction: TenantTransaction, message: NewMessage): Promise<void> {
  await transaction.insertInto('email_messages').values(message).execute();
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

/** Those of a kind about a subject that still wait: a newer one takes their place. Of no subject: none. */
export async function replaceWaiting(
  transaction: TenantTransaction,
  { tenant_id, kind, subject_id }: { tenant_id: string; kind: string; subject_id: string | null },
  now: Date,
): Promise<void> {
  const gone = await transaction
    .updateTable('email_messages')
    .set({ state: 'replaced', finished_at: now, sealed_content: null })
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  for (const { id } of gone)
    await addEvent(transaction, { tenant_id, id }, { kind: 'replaced', detail: '', at: now });
}

export interface End {
  state: Exclude<LetterStateColumn, 'waiting' | 'bounced' | 'complained' | 'replaced'>;
  cause: Cause | null;
  /** What a mail server said. */
  said: string | null;
  now: Date;
}

/** Ends a message that waits. @returns false where it had ended already */
export async function finish(
  transaction: TenantTransaction,
  { tenant_id, id }: LetterKey,
  { state, cause, said, now }: End,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('email_messages')
    .set({ state, cause, last_error: said, finished_at: now, sealed_content: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await addEvent(transaction, { tenant_id, id }, { kind: state, detail: said ?? '', at: now });
  return true;
}

export async function addEvent(
  transaction: TenantTransaction,
  { tenant_id, id }: LetterKey,
  happening: Happening,
): Promise<void> {
  await transaction
    .insertInto('email_events')
    .values({ tenant_id, message_id: id, id: uuidv7(), ...happening })
    .execute();
}

/** Records a temporary failure. Of equal ones in a row the first is kept. */
export async function addDeferral(
  transaction: TenantTransaction,
  { tenant_id, id }: LetterKey,
  { detail, at }: Omit<Happening, 'kind'>,
): Promise<void> {
  const latest = await transaction
    .selectFrom('email_events')
    .select('detail')
    .where('tenant_id', '=', tenant_id)
    .where('message_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest?.detail !== detail)
    await addEvent(transaction, { tenant_id, id }, { kind: 'deferred', detail, at });
}

/** The tenant of a letter; null where there is none with this id, or it was swept away. */
export async function tenantOfLetter(database: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ tenant_id: string | null }>`
    select tenant_of_letter(${id}::uuid) as tenant_id`.execute(database);
  return rows[0]?.tenant_id ?? null;
}

export type SentLetter = LetterKey & { state: LetterStateColumn; to_address: string };

export function lockLetter(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<SentLetter | undefined> {
  return transaction
    .selectFrom('email_messages')
    .select(['tenant_id', 'id', 'state', 'to_address'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** What became of a letter after a mail server took it. */
export async function turn(
  transaction: TenantTransaction,
  { tenant_id, id }: LetterKey,
  to: { state: 'bounced' | 'complained'; cause: Cause; detail: string; now: Date },
): Promise<void> {
  const { state, cause, detail, now } = to;
  await transaction
    .updateTable('email_messages')
    .set({ state, cause, last_error: detail === '' ? null : detail })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
  await addEvent(transaction, { tenant_id, id }, { kind: state, detail, at: now });
}
