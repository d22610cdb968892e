import { causeLimits, type CauseUpdate } from '#contract/causes/causes.schema.ts';
import { payoutLimits, type ShownPayout } from '#contract/causes/payouts.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { RaisedRow } from '../works/raised.repository.ts';
import { listUpdates } from './causes.repository.ts';
import { listShown } from './payouts.repository.ts';

/** What became of the money of a cause, as everybody may know it: the latest first. */
export interface MoneyNews {
  updates: CauseUpdate[];
  payouts: ShownPayout[];
}

const withoutCause = <Row extends { cause_id: string }>({ cause_id: _cause, ...row }: Row) => row;

/** Of one cause; `states`: of which payouts. */
export async function newsOf(
  transaction: TenantTransaction,
  causeId: string,
  { isTest, states }: { isTest: boolean; states: readonly ('sent' | 'proved')[] },
): Promise<MoneyNews> {
  const updates = await listUpdates(transaction, {
    causeIds: [causeId],
    limit: causeLimits.updates,
    isTest,
  });
  const payouts = await listShown(transaction, { causeId, isTest, limit: payoutLimits.shown }, states);
  return { updates: updates.map(withoutCause), payouts: payouts.map(withoutCause) };
}

/** Of the causes for which something was raised, by cause; of payouts those with some of that money in them. */
export async function newsOfRaised(
  transaction: TenantTransaction,
  rows: readonly RaisedRow[],
  isTest: boolean,
): Promise<(causeId: string) => MoneyNews> {
  const limit = causeLimits.raisedNews;
  const causeIds = [...new Set(rows.map(({ cause_id }) => cause_id))];
  const updates = await listUpdates(transaction, { causeIds, limit, isTest });
  const ids = [...new Set(rows.flatMap(({ payout_ids }) => payout_ids))];
  const payouts = ids.length === 0 ? [] : await listShown(transaction, { ids, isTest, limit: ids.length });
  return (causeId) => ({
    updates: updates.filter((each) => each.cause_id === causeId).map(withoutCause),
    payouts: payouts
      .filter((each) => each.cause_id === causeId)
      .slice(0, limit)
      .map(withoutCause),
  });
}
