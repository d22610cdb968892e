import { sql } from 'kysely';
import type { LetterQuery, LetterState } from '#contract/mail/mail.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';

/** With how often it was tried, and what was said while it waits. */
function letters(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('email_messages as letter')
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'letter.tenant_id').onRef('task.id', '=', 'letter.id'),
    )
    .select([
      'letter.id',
      'letter.kind',
      'letter.to_name',
      'letter.to_address',
      'letter.subject',
      'letter.subject_id',
      'letter.state',
      'letter.cause',
      'letter.created_at',
      'letter.finished_at',
      'task.attempts',
      sql<string | null>`coalesce(letter.last_error, task.last_error)`.as('said'),
    ])
    .where('letter.tenant_id', '=', tenantId);
}

export type LetterRow = NonNullable<Awaited<ReturnType<typeof findLetter>>>;

interface Which {
  state: LetterState | undefined;
}

const newestFirst: readonly KeyPart[] = [
  { value: sql`letter.created_at`, form: 'moment', descending: true },
  { value: sql`letter.id`, form: 'id', descending: true },
];

/** The newest first. */
export async function listLetters(
  transaction: TenantTransaction,
  tenantId: string,
  { state, after, limit }: Which & Pick<LetterQuery, 'after' | 'limit'>,
): Promise<{ count: number; rows: LetterRow[]; after: string | null }> {
  const { key, beyond } = keysetOf(newestFirst, after);
  const { count } = await transaction
    .selectFrom('email_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .executeTakeFirstOrThrow();
  const rows = await letters(transaction, tenantId)
    .select(key.as('page_key'))
    .where(beyond)
    .$if(state !== undefined, (query) => query.where('letter.state', '=', state ?? 'waiting'))
    .orderBy('letter.created_at', 'desc')
    .orderBy('letter.id', 'desc')
    .limit(limit + 1)
    .execute();
  return { count, ...cutPage(rows, limit) };
}

/** What a search looks at, the newest first, each with whether it comes behind `after`. */
export function listNames(
  transaction: TenantTransaction,
  tenantId: string,
  { state, after }: Which & Pick<LetterQuery, 'after'>,
) {
  const { key, beyond } = keysetOf(newestFirst, after);
  return transaction
    .selectFrom('email_messages as letter')
    .select(['letter.id', 'letter.kind', 'letter.to_name', 'letter.to_address'])
    .select([key.as('page_key'), beyond.as('is_beyond')])
    .where('letter.tenant_id', '=', tenantId)
    .$if(state !== undefined, (query) => query.where('letter.state', '=', state ?? 'waiting'))
    .orderBy('letter.created_at', 'desc')
    .orderBy('letter.id', 'desc')
    .execute();
}

export type NamedLetter = Awaited<ReturnType<typeof listNames>>[number];

export function listByIds(transaction: TenantTransaction, tenantId: string, ids: readonly string[]) {
  return letters(transaction, tenantId)
    .where('letter.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('letter.created_at', 'desc')
    .orderBy('letter.id', 'desc')
    .execute();
}

export function findLetter(transaction: TenantTransaction, tenantId: string, id: string) {
  return letters(transaction, tenantId).where('letter.id', '=', id).executeTakeFirst();
}

/** The newest of a kind about a subject. */
export function findLatest(
  transaction: TenantTransaction,
  { tenant_id, kind, subject_id }: { tenant_id: string; kind: string; subject_id: string },
) {
  return letters(transaction, tenant_id)
    .where('letter.kind', '=', kind)
    .where('letter.subject_id', '=', subject_id)
    .orderBy('letter.created_at', 'desc')
    .orderBy('letter.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What happened to a letter, the earliest first. */
export function listEvents(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('email_events')
    .select(['at', 'kind', 'detail'])
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', id)
    .orderBy('id')
    .execute();
}

/** What is shown of a letter, sealed. */
export async function findShown(transaction: TenantTransaction, tenantId: string, id: string) {
  const row = await transaction
    .selectFrom('email_messages')
    .select('shown_letter')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.shown_letter ?? null;
}
