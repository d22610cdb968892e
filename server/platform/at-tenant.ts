import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { elsewhere, type TenantTransaction } from './database.ts';

/** What staff of the platform do in one school, in its own rows. @throws Problem `missing` where there is no such school */
export async function atTenant<Result>(
  transaction: TenantTransaction,
  { id, missing }: { id: string; missing: ProblemDefinition },
  work: () => Promise<Result>,
): Promise<Result> {
  const there = await elsewhere(transaction, null, () =>
    transaction.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst(),
  );
  if (!there) throw new Problem(missing);
  return await elsewhere(transaction, id, work);
}
