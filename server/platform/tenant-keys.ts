import { randomBytes } from 'node:crypto';
import type { TenantTransaction } from './database.ts';
import { seal, unseal, type SealedBy } from './sealing.ts';
import type { SecretKey } from './secret-key.ts';
import type { SealedColumn } from './rotation.ts';
import { sharedFact } from './shared-work.ts';

/** What the key that wraps them is derived for. */
export const tenantKeyPurpose = 'tenant keys';

export const wrappedKeys: SealedColumn = {
  table: 'tenant_keys',
  column: 'wrapped_key',
  id: 'tenant_id',
  purpose: tenantKeyPurpose,
  context: (tenantId) => tenantId,
};

/** The tenant's own key, made on first use and kept wrapped, so that a copy of the database alone opens nothing. */
export async function tenantKey(
  transaction: TenantTransaction,
  tenantId: string,
  secretKey: SecretKey,
): Promise<Buffer> {
  return await sharedFact(transaction, `tenant key ${tenantId}`, async () => {
    const wrapping = secretKey.sealing(tenantKeyPurpose);
    const wrapped =
      (await readKey(transaction, tenantId)) ?? (await makeKey(transaction, tenantId, wrapping));
    return unseal(wrapping, wrapped, tenantId);
  });
}

async function readKey(transaction: TenantTransaction, tenantId: string): Promise<Buffer | undefined> {
  const row = await transaction
    .selectFrom('tenant_keys')
    .select('wrapped_key')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.wrapped_key;
}

async function makeKey(
  transaction: TenantTransaction,
  tenantId: string,
  wrapping: SealedBy,
): Promise<Buffer> {
  await transaction
    .insertInto('tenant_keys')
    .values({ tenant_id: tenantId, wrapped_key: seal(wrapping, randomBytes(32), tenantId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Somebody else's, where two made one at the same moment.
  const made = await readKey(transaction, tenantId);
  if (!made) throw new Error('The key of a tenant is gone');
  return made;
}
