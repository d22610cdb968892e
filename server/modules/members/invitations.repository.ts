import { sql } from 'kysely';
import type { InvitedRole } from '#contract/members/invitations.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** For so long whoever opens an old link is told what became of it, and a school can send it again. */
export const oldInvitations = oldRows('invitations', { since: 'expires_at', keptFor: 90 * day });

export interface InvitationKey {
  tenant_id: string;
  id: string;
}

/** With who invites, and whose account it is. */
function invitations(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('invitations')
    .innerJoin('users as inviter', (join) =>
      join
        .onRef('inviter.tenant_id', '=', 'invitations.tenant_id')
        .onRef('inviter.id', '=', 'invitations.invited_by'),
    )
    .leftJoin('users as person', (join) =>
      join
        .onRef('person.tenant_id', '=', 'invitations.tenant_id')
        .onRef('person.id', '=', 'invitations.user_id'),
    )
    .select([
      'invitations.id',
      'invitations.kind',
      'invitations.email',
      'invitations.role',
      'invitations.user_id',
      'invitations.invited_by',
      'invitations.sent_at',
      'invitations.expires_at',
      'invitations.used_at',
      'invitations.revoked_at',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
      'person.first_name',
      'person.last_name',
      'person.role as person_role',
    ])
    .$narrowType<{ role: InvitedRole }>()
    .where('invitations.tenant_id', '=', tenantId);
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

function open(transaction: TenantTransaction, tenantId: string) {
  return invitations(transaction, tenantId)
    .where('invitations.used_at', 'is', null)
    .where('invitations.revoked_at', 'is', null);
}

export function listOpen(
  transaction: TenantTransaction,
  tenantId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return open(transaction, tenantId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOpen(transaction: TenantTransaction, tenantId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findOpen(transaction: TenantTransaction, tenantId: string, id: string) {
  return open(transaction, tenantId).where('invitations.id', '=', id).executeTakeFirst();
}

export function findOpenFor(transaction: TenantTransaction, tenantId: string, email: string) {
  return open(transaction, tenantId).where('invitations.email', '=', email).executeTakeFirst();
}

/** Of whatever state, by its link. Locked, where it is going to be used. */
export function findInvitation(
  transaction: TenantTransaction,
  tenantId: string,
  token_hash: Buffer,
  options: { lock?: boolean } = {},
) {
  return invitations(transaction, tenantId)
    .where('invitations.token_hash', '=', token_hash)
    .$if(options.lock === true, (query) => query.forUpdate('invitations'))
    .executeTakeFirst();
}

export async function insertInvitation(
  transaction: TenantTransaction,
  invitation: {
    tenant_id: string;
    id: string;
    kind: 'join' | 'account';
    email: string;
    role: InvitedRole;
    user_id: string | null;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
  },
) {
  await transaction.insertInto('invitations').values(invitation).execute();
}

/** With a new link, by the right of who sends it; the one before works no longer. */
export async function renew(
  transaction: TenantTransaction,
  { tenant_id, id }: InvitationKey,
  link: { token_hash: Buffer; invited_by: string; sent_at: Date; expires_at: Date },
) {
  await transaction
    .updateTable('invitations')
    .set(link)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export async function markUsed(
  transaction: TenantTransaction,
  { tenant_id, id }: InvitationKey,
  { user_id, now }: { user_id: string; now: Date },
) {
  await transaction
    .updateTable('invitations')
    .set({ used_at: now, user_id })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** One, or all that are open for somebody or from somebody. Answers their ids. */
export async function revoke(
  transaction: TenantTransaction,
  tenantId: string,
  by: { id: string } | { user_id: string } | { invited_by: readonly string[] },
  now: Date,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenantId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((where) => {
      if ('id' in by) return where('id', '=', by.id);
      return 'user_id' in by
        ? where('user_id', '=', by.user_id)
        : where('invited_by', '=', sql<string>`any(${by.invited_by}::uuid[])`);
    })
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** For the letter and the page that it leads to. */
export function findSchoolName(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select('school_name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

export function findPerson(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
