import { product } from '#contract/kit/product.ts';
import type { GuestMay } from '#contract/visits/visits.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** Each is in the audit. */
export const oldOverrides = oldRows('visit_overrides', { since: 'asked_at', keptFor: 90 * day });

/** All of these are asked in the scope of the platform's own tenant. */
export function listAdministrators(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', product.platformRole)
    .where('archived_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .$narrowType<{ email: string }>()
    .execute();
}

export async function insertOverride(
  transaction: TenantTransaction,
  override: {
    tenant_id: string;
    id: string;
    school_id: string;
    asked_by: string;
    wants: GuestMay;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
  },
) {
  await transaction.insertInto('visit_overrides').values(override).execute();
}

/** Those for a school that wait, as a newer one takes their place. */
export async function endOverrides(
  transaction: TenantTransaction,
  { tenant_id, school_id, now }: { tenant_id: string; school_id: string; now: Date },
) {
  await transaction
    .updateTable('visit_overrides')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('school_id', '=', school_id)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

function findWaiting(
  transaction: TenantTransaction,
  { tenant_id, school_id, since }: { tenant_id: string; school_id: string; since: Date },
) {
  return (
    transaction
      .selectFrom('visit_overrides as override')
      .innerJoin('users as person', (join) =>
        join
          .onRef('person.tenant_id', '=', 'override.tenant_id')
          .onRef('person.id', '=', 'override.asked_by'),
      )
      .select(['override.id', 'override.asked_by', 'override.wants', 'override.reason', 'override.asked_at'])
      .select(['override.code_hash', 'person.first_name', 'person.last_name'])
      .where('override.tenant_id', '=', tenant_id)
      .where('override.school_id', '=', school_id)
      .where('override.confirmed_at', 'is', null)
      .where('override.ended_at', 'is', null)
      .where('override.asked_at', '>', since)
      // Who asked may still ask.
      .where('person.archived_at', 'is', null)
      .where('person.role', '=', product.platformRole)
      .orderBy('override.asked_at', 'desc')
      .limit(1)
  );
}

/** What waits for a school, and who asked. */
export function readWaiting(transaction: TenantTransaction, wanted: Parameters<typeof findWaiting>[1]) {
  return findWaiting(transaction, wanted).executeTakeFirst();
}

/** The same, locked: of two who confirm it the second finds nothing. */
export function lockWaiting(
  transaction: TenantTransaction,
  { id, ...wanted }: Parameters<typeof findWaiting>[1] & { id: string },
) {
  return findWaiting(transaction, wanted)
    .where('override.id', '=', id)
    .forUpdate('override')
    .executeTakeFirst();
}

export async function confirmOverride(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  confirmed: { confirmed_by: string; confirmed_at: Date },
) {
  await transaction
    .updateTable('visit_overrides')
    .set(confirmed)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}
