import { limits } from '#contract/kit/limits.ts';
import { elsewhere, lockName, savepoint, type TenantTransaction } from '#server/platform/database.ts';
import { isReferenced } from '#server/platform/database-errors.ts';
import { oldRows, type OldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** By then no limit counts them. */
export const oldRegistrations = oldRows('registrations', { since: 'created_at', keptFor: day });

/** From here to the end of the transaction nobody else registers on this site, so that the limits are exact. */
export async function lockRegistering(transaction: TenantTransaction, siteId: string): Promise<void> {
  await lockName(transaction, `registrations of ${siteId}`);
}

/** What was registered lately with this e-mail address or from this network address. */
export function listRecent(
  transaction: TenantTransaction,
  siteId: string,
  who: { email: string; asked_from: Buffer },
  now: Date,
) {
  return transaction
    .selectFrom('registrations')
    .select(['id', 'email', 'asked_from', 'registered_id', 'created_at'])
    .where('tenant_id', '=', siteId)
    .where('created_at', '>', new Date(now.getTime() - day))
    .where((where) => where.or([where('email', '=', who.email), where('asked_from', '=', who.asked_from)]))
    .execute();
}

export async function insertRegistration(
  transaction: TenantTransaction,
  registration: {
    tenant_id: string;
    id: string;
    email: string;
    asked_from: Buffer;
    registered_id: string;
    created_at: Date;
  },
) {
  await transaction.insertInto('registrations').values(registration).execute();
}

/** Where registering leaves something, and what strangers can do at the door of a school. */
const left = [
  'failed_guesses',
  'password_resets',
  'tasks',
  'email_messages',
  'tenant_logos',
  'tenant_keys',
  'users',
] as const;

/** Nothing was done in it but registering: no administrator has been there, its own or a guest. */
async function isUntouched(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const entry = await transaction
    .selectFrom('audit_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  return entry === undefined;
}

/**
 * Tenants that somebody registered and nobody set up. They go with the one who would have run them, and their name in
 * addresses is free again. The database lets no other tenant go.
 */
export const neverSetUp: OldRows = {
  table: 'tenants',
  async sweep(transaction, tenantId, now) {
    const pending = await transaction
      .selectFrom('tenants')
      .select('id')
      .where('id', '=', tenantId)
      .where('registered_at', '<=', new Date(now.getTime() - limits.pendingTenantDays * day))
      .where('set_up_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!pending || !(await isUntouched(transaction, tenantId))) return 0;
    const before = await savepoint(transaction);
    try {
      await forget(transaction, tenantId);
      await before.release();
      return 1;
    } catch (error) {
      if (!isReferenced(error)) throw error;
      // Somebody did something there that we do not know of, so it stays; the next tenant's turn comes.
      await before.rollBack();
      return 0;
    }
  },
};

async function forget(transaction: TenantTransaction, tenantId: string): Promise<void> {
  const links = await transaction
    .selectFrom('organization_schools')
    .select('tenant_id')
    .where('school_id', '=', tenantId)
    .execute();
  for (const { tenant_id } of links) {
    await elsewhere(transaction, tenant_id, () =>
      transaction
        .deleteFrom('organization_schools')
        .where('tenant_id', '=', tenant_id)
        .where('school_id', '=', tenantId)
        .execute(),
    );
  }
  for (const table of left) await transaction.deleteFrom(table).where('tenant_id', '=', tenantId).execute();
  await transaction.deleteFrom('tenants').where('id', '=', tenantId).execute();
}
