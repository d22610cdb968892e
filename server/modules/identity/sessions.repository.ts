import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Retention } from '#server/platform/retention.ts';
import { oldRows, type OldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** Those that no token leads to any more. */
export const oldSessions = (kept: Retention): OldRows =>
  oldRows('sessions', {
    since: 'expires_at',
    keptFor: kept.sessions * day,
    which: sql`not exists (select from refresh_tokens as token
      where token.tenant_id = sessions.tenant_id and token.session_id = sessions.id)`,
    hasTimedIds: true,
  });

export async function insertSession(
  transaction: TenantTransaction,
  session: {
    tenant_id: string;
    id: string;
    user_id: string;
    created_at: Date;
    /** The card that it was opened with; none where a password was typed. */
    login_card_id?: string | null;
    /** Of a guest: the session at home. */
    home_session_id?: string | null;
    guest_may?: 'look' | 'help' | null;
    /** When it is over, however much it is used. */
    expires_at: Date;
    /** The tablet, where it said which it is. */
    device_id?: string | null;
  },
) {
  await transaction.insertInto('sessions').values(session).execute();
}

export type ActiveSession = NonNullable<Awaited<ReturnType<typeof findActiveSession>>>;

/** The person of a session that still stands, as far as this tenant knows: see `Visitors` about guests. */
export function findActiveSession(
  transaction: TenantTransaction,
  tenantId: string,
  { id, now }: { id: string; now: Date },
) {
  return activeSessions(transaction, tenantId, now).where('sessions.id', '=', id).executeTakeFirst();
}

/** The same of many sessions, in one statement. @returns by the session's id */
export async function findActiveSessions(
  transaction: TenantTransaction,
  tenantId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, ActiveSession>> {
  const rows = await activeSessions(transaction, tenantId, now)
    .select('sessions.id as session_id')
    .where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ session_id, ...session }) => [session_id, session]));
}

function activeSessions(transaction: TenantTransaction, tenantId: string, now: Date) {
  return transaction
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'sessions.tenant_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .leftJoin('champions as champion', (join) =>
      join
        .onRef('champion.tenant_id', '=', 'users.tenant_id')
        .onRef('champion.user_id', '=', 'users.id')
        .onRef('champion.kind', '=', 'users.role'),
    )
    .select(['users.id', 'users.tenant_id', 'users.role', 'sessions.unheard_pair'])
    .select(['champion.kind', 'champion.ends_at', 'champion.revoked_at'])
    .select(['users.home_tenant_id', 'users.home_user_id', 'sessions.home_session_id'])
    .select(['sessions.guest_may', 'sessions.expires_at'])
    .where('sessions.tenant_id', '=', tenantId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.archived_at', 'is', null);
}

/** The answer with this pair may be lost. */
export async function setUnheardPair(
  transaction: TenantTransaction,
  session: { tenant_id: string; id: string; unheard_pair: string },
) {
  await transaction
    .updateTable('sessions')
    .set({ unheard_pair: session.unheard_pair })
    .where('tenant_id', '=', session.tenant_id)
    .where('id', '=', session.id)
    .execute();
}

/** The answer with this pair arrived. One that was made since may still be lost. */
export async function clearUnheardPair(
  transaction: TenantTransaction,
  session: { tenant_id: string; id: string; heard_pair: string },
) {
  await transaction
    .updateTable('sessions')
    .set({ unheard_pair: null })
    .where('tenant_id', '=', session.tenant_id)
    .where('id', '=', session.id)
    .where('unheard_pair', '=', session.heard_pair)
    .execute();
}

/** One session, all, all of a person or of some, or whatever was opened with these cards. */
export type SessionsBy =
  | 'all'
  | { id: string }
  | { userId: string; except?: string }
  | { userIds: readonly string[] }
  | { typedBy: string }
  | { cardIds: readonly string[] }
  | { guestsOf: string };

/** Ends those that still stand; one that ended before keeps its reason. */
export async function revokeSessions(
  transaction: TenantTransaction,
  tenantId: string,
  by: SessionsBy,
  end: { reason: string; now: Date },
) {
  await transaction
    .updateTable('sessions')
    .set({ revoked_at: end.now, revoked_reason: end.reason })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where((where) => {
      if (by === 'all') return where.lit(true);
      if ('id' in by) return where('id', '=', by.id);
      if ('userId' in by) {
        const theirs = where('user_id', '=', by.userId);
        return by.except === undefined ? theirs : where.and([theirs, where('id', '!=', by.except)]);
      }
      if ('userIds' in by) return where('user_id', '=', sql<string>`any(${by.userIds}::uuid[])`);
      if ('typedBy' in by)
        return where.and([where('user_id', '=', by.typedBy), where('login_card_id', 'is', null)]);
      if ('guestsOf' in by)
        return where('user_id', 'in', (select) =>
          select
            .selectFrom('users')
            .select('users.id')
            .where('users.tenant_id', '=', tenantId)
            .where('users.home_tenant_id', '=', by.guestsOf),
        );
      return where('login_card_id', '=', sql<string>`any(${by.cardIds}::uuid[])`);
    })
    .execute();
}

/** Locked, so that two tabs that refresh at the same moment come one after the other. */
export function lockRefreshToken(transaction: TenantTransaction, tenantId: string, tokenHash: Buffer) {
  return transaction
    .selectFrom('refresh_tokens')
    .select(['session_id', 'expires_at', 'used_at'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
}

export function findChildToken(
  transaction: TenantTransaction,
  tenantId: string,
  parentHash: Buffer,
  sessionId: string,
) {
  return transaction
    .selectFrom('refresh_tokens')
    .select(['used_at', 'token_hash'])
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .where('parent_hash', '=', parentHash)
    .executeTakeFirst();
}

export async function insertRefreshToken(
  transaction: TenantTransaction,
  token: {
    tenant_id: string;
    token_hash: Buffer;
    session_id: string;
    parent_hash: Buffer | null;
    created_at: Date;
    expires_at: Date;
  },
) {
  await transaction.insertInto('refresh_tokens').values(token).execute();
}

export async function markRefreshTokenUsed(
  transaction: TenantTransaction,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
) {
  await transaction
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}
