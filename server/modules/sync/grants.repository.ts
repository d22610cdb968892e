import { sql } from 'kysely';
import type { DevicePublicKey, GrantEnd } from '#contract/sync/grants.schema.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

/** An expired grant answers like one that never was, so nothing is lost with it. */
export const oldGrants = oldRows('push_grants', { since: 'expires_at', keptFor: 0 });

export interface GrantOwner {
  id: string;
  role: Role;
  archived: boolean;
}

export interface FoundGrant {
  id: string;
  device_id: string;
  public_key: DevicePublicKey;
  expires_at: Date;
  revoked_reason: GrantEnd | null;
  owner: GrantOwner;
}

/**
 * Makes the one live grant of a person on a device, in the place of the one before. With the same key it keeps its id: the
 * device may have missed the answer, and what it holds then still is good.
 */
export async function putGrant(
  transaction: TenantTransaction,
  grant: {
    tenant_id: string;
    id: string;
    user_id: string;
    device_id: string;
    public_key: DevicePublicKey;
    now: Date;
    expires_at: Date;
  },
): Promise<{ id: string; expires_at: Date }> {
  const { now, public_key, ...row } = grant;
  return await transaction
    .insertInto('push_grants')
    .values({ ...row, public_key: JSON.stringify(public_key), created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'device_id'])
        .where('revoked_at', 'is', null)
        .doUpdateSet({
          id: sql`case when push_grants.public_key = excluded.public_key then push_grants.id else excluded.id end`,
          public_key: sql`excluded.public_key`,
          created_at: now,
          expires_at: grant.expires_at,
        }),
    )
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** So that the next one is a new one, whatever its key. */
export async function deleteExpiredGrants(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await transaction
    .deleteFrom('push_grants')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute();
}

/**
 * A grant with its owner as they stand. `keep`: neither is taken back or archived while this transaction goes on.
 */
export async function findGrant(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  options: { keep: boolean },
): Promise<FoundGrant | undefined> {
  const row = await transaction
    .selectFrom('push_grants as grant')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'grant.tenant_id').onRef('user.id', '=', 'grant.user_id'),
    )
    .select([
      'grant.id',
      'grant.device_id',
      'grant.public_key',
      'grant.expires_at',
      'grant.revoked_reason',
      'user.id as owner_id',
      'user.role',
      'user.archived_at',
    ])
    .where('grant.tenant_id', '=', tenantId)
    .where('grant.id', '=', id)
    .$if(options.keep, (query) => query.forShare())
    .executeTakeFirst();
  if (!row) return undefined;
  const { owner_id, role, archived_at, public_key, ...grant } = row;
  return {
    ...grant,
    public_key: public_key as DevicePublicKey,
    owner: { id: owner_id, role, archived: archived_at !== null },
  };
}

/** Takes back the live grants of these people; returns whose they were, once for each grant. */
export async function revokeGrants(
  transaction: TenantTransaction,
  tenantId: string,
  userIds: readonly string[],
  revoked_reason: GrantEnd,
  now: Date,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('push_grants')
    .set({ revoked_at: now, revoked_reason })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
