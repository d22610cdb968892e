import { product } from '#contract/kit/product.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Standing } from '../visits/standing.ts';

/** Whether the administrator of the platform who asked may still ask. It takes two who may, at the moment of the second word. */
export async function isAskGood(
  transaction: TenantTransaction,
  standing: Pick<Standing, 'roleOf'>,
  { platformId, asked_by }: { platformId: string; asked_by: string },
): Promise<boolean> {
  const role = await elsewhere(transaction, platformId, () =>
    standing.roleOf(transaction, platformId, asked_by),
  );
  return role === product.platformRole;
}
