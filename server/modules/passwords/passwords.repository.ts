import { askingWindow } from '#server/platform/asking.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

/** By then the link is long too old, and no limit counts that it was asked for. */
export const oldResets = oldRows('password_resets', { since: 'expires_at', keptFor: askingWindow });

/** From here to the end of the transaction nobody else of this tenant asks, so that the limits are exact. */
export async function lockAsking(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await lockName(transaction, `password resets of ${tenantId}`);
}

/** When a link was asked for, for this e-mail address or from this network address. */
export async function listAsked(
  transaction: TenantTransaction,
  tenantId: string,
  who: { email: string; asked_from: Buffer },
) {
  return await transaction
    .selectFrom('password_resets')
    .select(['email', 'asked_from', 'asked_at'])
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('email', '=', who.email), where('asked_from', '=', who.asked_from)]))
    .execute();
}

export async function insertReset(
  transaction: TenantTransaction,
  reset: {
    tenant_id: string;
    id: string;
    email: string;
    user_id: string | null;
    token_hash: Buffer;
    asked_from: Buffer;
    asked_at: Date;
    expires_at: Date;
  },
) {
  await transaction.insertInto('password_resets').values(reset).execute();
}

/** No link of this person that was sent so far works any more. Of nobody: nothing happens. */
export async function endResetsOf(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string | null,
  now: Date,
) {
  await transaction
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Somebody who chooses passwords by e-mail. */
export async function findReachable(transaction: TenantTransaction, tenantId: string, userId: string) {
  return await transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .where('role', '!=', 'student')
    .where('home_user_id', 'is', null)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

/** What the school, the organization or the platform is called. */
export async function findSchoolName(transaction: TenantTransaction, tenantId: string): Promise<string> {
  const { school_name } = await transaction
    .selectFrom('tenants')
    .select('school_name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return school_name;
}

/** The person whose link it is, while it works: for whom it was sent, at the address to which it was sent. */
export async function findOpenReset(
  transaction: TenantTransaction,
  tenantId: string,
  token: { token_hash: Buffer; now: Date },
  options: { lock?: boolean } = {},
) {
  return await transaction
    .selectFrom('password_resets as reset')
    .innerJoin('users as person', (join) =>
      join
        .onRef('person.tenant_id', '=', 'reset.tenant_id')
        .onRef('person.id', '=', 'reset.user_id')
        .onRef('person.email', '=', 'reset.email'),
    )
    .select(['person.id', 'person.first_name', 'person.last_name', 'reset.email'])
    .where('reset.tenant_id', '=', tenantId)
    .where('reset.token_hash', '=', token.token_hash)
    .where('reset.ended_at', 'is', null)
    .where('reset.expires_at', '>', token.now)
    .where('person.archived_at', 'is', null)
    .where('person.role', '!=', 'student')
    .$if(options.lock === true, (query) => query.forUpdate('reset'))
    .executeTakeFirst();
}
