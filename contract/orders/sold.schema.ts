import * as v from 'valibot';
import { Cause } from '../causes/causes.schema.ts';
import { FilterDay } from '../kit/day.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { Amount, Currency } from '../kit/money.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { fulfilments } from './orders.rules.ts';

/** Whether something of a line went back to its buyer. */
export const saleStates = ['kept', 'given_back'] as const;

const filters = {
  /** One school; for who sells. */
  tenant_id: v.optional(Id),
  cause_id: v.optional(Id),
  state: v.optional(v.picklist(saleStates)),
  /** Days in UTC on which it was paid, both included. */
  from: FilterDay,
  to: FilterDay,
};

export const SoldQuery = v.object({
  ...keyedPageQuery({ maximum: limits.moneyRowsPerCall }).entries,
  ...filters,
  /** Narrows the list to lines at this step: the print queue. */
  fulfilment: v.optional(v.picklist(fulfilments)),
});
export type SoldQuery = v.InferOutput<typeof SoldQuery>;

export const SoldSumQuery = v.object(filters);
export type SoldSumQuery = v.InferOutput<typeof SoldSumQuery>;

/** What was sold in one currency, in minor units. Practice money is told apart. */
export const SoldSum = v.object({
  currency: Currency,
  is_test: v.boolean(),
  amount: Amount,
  refunded: Amount,
  /** Whose the rest is. */
  cause: Amount,
  school: Amount,
  platform: Amount,
  tax: Amount,
});
export type SoldSum = v.InferOutput<typeof SoldSum>;

/** What a school raised for a cause in one currency: paid, not given back, not disputed. */
export const CauseShare = v.object({
  cause: Cause,
  currency: Currency,
  is_test: v.boolean(),
  raised: Amount,
  /** Copies bought and gifts made. */
  copies: v.number(),
});
export type CauseShare = v.InferOutput<typeof CauseShare>;
