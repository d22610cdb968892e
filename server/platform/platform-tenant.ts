import { elsewhere, type TenantTransaction } from './database.ts';

/** The tenant of the platform's own site; undefined where none is set up. */
export async function findPlatformId(transaction: TenantTransaction): Promise<string | undefined> {
  return await elsewhere(transaction, null, async () => {
    const platform = await transaction
      .selectFrom('tenants')
      .select('id')
      .where('is_platform', '=', true)
      .executeTakeFirst();
    return platform?.id;
  });
}
