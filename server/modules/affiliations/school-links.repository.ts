import { sql } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** For so long an organization sees whom it invited, and can do so again. */
export const oldSchoolLinks = oldRows('school_invitations', { since: 'expires_at', keptFor: 90 * day });

function open(transaction: TenantTransaction, organizationId: string) {
  return transaction
    .selectFrom('school_invitations as link')
    .innerJoin('users as inviter', (join) =>
      join.onRef('inviter.tenant_id', '=', 'link.tenant_id').onRef('inviter.id', '=', 'link.invited_by'),
    )
    .select(['link.id', 'link.email', 'link.sent_at', 'link.expires_at', 'link.invited_by'])
    .select(['inviter.first_name', 'inviter.last_name'])
    .where('link.tenant_id', '=', organizationId)
    .where('link.used_at', 'is', null)
    .where('link.revoked_at', 'is', null);
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

export function listOpen(
  transaction: TenantTransaction,
  organizationId: string,
  { limit, offset }: PageQuery,
) {
  return open(transaction, organizationId)
    .orderBy('link.created_at', 'desc')
    .orderBy('link.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOpen(transaction: TenantTransaction, organizationId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('school_invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', organizationId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findByEmail(transaction: TenantTransaction, organizationId: string, email: string) {
  return open(transaction, organizationId).where('link.email', '=', email).executeTakeFirst();
}

/** One that works still; locked, where it is going to be used. */
export function findGood(
  transaction: TenantTransaction,
  organizationId: string,
  { token_hash, now }: { token_hash: Buffer; now: Date },
  { lock = false }: { lock?: boolean } = {},
) {
  return open(transaction, organizationId)
    .where('link.token_hash', '=', token_hash)
    .where('link.expires_at', '>', now)
    .$if(lock, (query) => query.forUpdate('link'))
    .executeTakeFirst();
}

export async function insertLink(
  transaction: TenantTransaction,
  link: {
    tenant_id: string;
    id: string;
    email: string;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
  },
) {
  await transaction.insertInto('school_invitations').values(link).execute();
}

/** With a new link; the one before is nobody's any more. */
export async function renewLink(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  link: { token_hash: Buffer; invited_by: string; sent_at: Date; expires_at: Date },
) {
  await transaction
    .updateTable('school_invitations')
    .set(link)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** Used, or taken back. False where it was not open any more. */
export async function endLink(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  end: { used_at: Date } | { revoked_at: Date },
): Promise<boolean> {
  const ended = await transaction
    .updateTable('school_invitations')
    .set(end)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Takes back those that these people sent. Answers how many. */
export async function endLinksBy(
  transaction: TenantTransaction,
  organizationId: string,
  inviters: readonly string[],
  now: Date,
): Promise<number> {
  const ended = await transaction
    .updateTable('school_invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', organizationId)
    .where('invited_by', '=', sql<string>`any(${inviters}::uuid[])`)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
}
