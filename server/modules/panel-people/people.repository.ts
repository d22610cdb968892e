import type { TenantTransaction } from '#server/platform/database.ts';

/** Each in the scope of the school whose person it is. */
interface Who {
  tenant_id: string;
  user_id: string;
}

const [mostSessions, mostLetters, mostEntries] = [20, 10, 20];

export function listSessions(transaction: TenantTransaction, { tenant_id, user_id }: Who, now: Date) {
  return transaction
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSessions)
    .execute();
}

/** To the present address, or about the person's own password or address. */
export function listLettersTo(
  transaction: TenantTransaction,
  { tenant_id, user_id, email }: Who & { email: string },
) {
  return transaction
    .selectFrom('email_messages')
    .select(['id', 'kind', 'subject', 'state', 'cause', 'created_at'])
    .where('tenant_id', '=', tenant_id)
    .where((where) => where.or([where('to_address', '=', email), where('subject_id', '=', user_id)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostLetters)
    .execute();
}

/** When a letter of a kind was written to somebody last. */
export async function findLastLetter(
  transaction: TenantTransaction,
  { tenant_id, user_id, kind }: Who & { kind: string },
): Promise<Date | null> {
  const row = await transaction
    .selectFrom('email_messages')
    .select('created_at')
    .where('tenant_id', '=', tenant_id)
    .where('subject_id', '=', user_id)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The invitation to an account whose owner has not chosen a password. */
export async function findOpenInvitation(transaction: TenantTransaction, { tenant_id, user_id }: Who) {
  const row = await transaction
    .selectFrom('invitations')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'account')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export function listAuditOf(transaction: TenantTransaction, { tenant_id, user_id }: Who) {
  return transaction
    .selectFrom('audit_entries as entry')
    .leftJoin('users as actor', (join) =>
      join.onRef('actor.tenant_id', '=', 'entry.tenant_id').onRef('actor.id', '=', 'entry.actor_id'),
    )
    .select(['entry.id', 'entry.created_at', 'entry.action', 'entry.actor_id', 'actor.listed_name'])
    .where('entry.tenant_id', '=', tenant_id)
    .where((where) =>
      where.or([where('entry.actor_id', '=', user_id), where('entry.subject_id', '=', user_id)]),
    )
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(mostEntries)
    .execute();
}
