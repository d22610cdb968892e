import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { elsewhere, type TenantTransaction } from './database.ts';

/** What staff of the platform do in one school, in its own rows. @throws Problem `tenants.not_found` */
export async function atTenant<Result>(
  transaction: TenantTransaction,
  tenantId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const there = await elsewhere(transaction, null, () =>
    transaction.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst(),
  );
  if (!there) throw new Problem(tenantProblems.not_found);
  return await elsewhere(transaction, tenantId, work);
}
