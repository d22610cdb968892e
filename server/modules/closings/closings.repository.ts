import type { Receipt } from '#contract/closings/closings.schema.ts';
import { product } from '#contract/kit/product.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';

export function findAsk(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('closing_asks')
    .select(['asked_by', 'is_by_platform', 'reason', 'asked_at', 'code_hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** The latest one asked for takes the place of an earlier one. */
export async function putAsk(
  transaction: TenantTransaction,
  ask: {
    tenant_id: string;
    asked_by: string;
    is_by_platform: boolean;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
  },
): Promise<void> {
  await transaction
    .insertInto('closing_asks')
    .values(ask)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...ask, code_tries: 0 }))
    .execute();
}

/** Counts the try, right or wrong, so that of many at once only so many are heard. @returns null after too many */
export async function countTry(
  transaction: TenantTransaction,
  tenantId: string,
  most: number,
): Promise<Buffer | null> {
  const row = await transaction
    .updateTable('closing_asks')
    .set((each) => ({ code_tries: each('code_tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('code_tries', '<', most)
    .where('code_hash', 'is not', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash ?? null;
}

/** @returns whether there was one */
export async function removeAsk(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('closing_asks')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The one that runs, or that ended with the school. */
export function findClosing(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('closings')
    .select(['id', 'is_by_platform', 'reason', 'begun_at', 'due_at', 'gone_at', 'receipt', 'signature'])
    .where('tenant_id', '=', tenantId)
    .where('kept_at', 'is', null)
    .$narrowType<{ receipt: Receipt | null }>()
    .executeTakeFirst();
}

export async function insertClosing(
  transaction: TenantTransaction,
  closing: {
    tenant_id: string;
    id: string;
    is_by_platform: boolean;
    reason: string;
    begun_at: Date;
    due_at: Date;
    receipt_name: string | null;
    receipt_to: string | null;
  },
): Promise<void> {
  await transaction.insertInto('closings').values(closing).execute();
}

export async function keepClosing(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('closings')
    .set({ kept_at: now, receipt_name: null, receipt_to: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export async function setClosesAt(
  transaction: TenantTransaction,
  tenantId: string,
  { closes_at, now }: { closes_at: Date | null; now: Date },
): Promise<void> {
  await transaction
    .updateTable('tenants')
    .set({ closes_at, updated_at: now })
    .where('id', '=', tenantId)
    .execute();
}

/** Locked against a second act. */
export function lockSchool(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_platform', 'registered_at', 'set_up_at', 'closes_at', 'gone_at'])
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findSchool(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_platform', 'gone_at'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
}

/** As they were counted last. */
export function findPeople(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenant_numbers')
    .select(['students', 'staff'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** Administrators of the platform who can sign in, except one of them. In the platform's own scope. */
export async function hasSecond(
  transaction: TenantTransaction,
  platformId: string,
  userId: string,
): Promise<boolean> {
  return await elsewhere(transaction, platformId, async () => {
    const other = await transaction
      .selectFrom('users')
      .innerJoin('credentials', (join) =>
        join
          .onRef('credentials.tenant_id', '=', 'users.tenant_id')
          .onRef('credentials.user_id', '=', 'users.id'),
      )
      .select('users.id')
      .where('users.tenant_id', '=', platformId)
      .where('users.role', '=', product.platformRole)
      .where('users.archived_at', 'is', null)
      .where('users.id', '<>', userId)
      .executeTakeFirst();
    return other !== undefined;
  });
}

export function findPerson(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}
