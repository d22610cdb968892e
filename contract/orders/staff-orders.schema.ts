import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { Amount, Currency } from '../kit/money.ts';
import { PaymentState, ProviderName, RecordedTransfer } from '../payments/payments.schema.ts';
import { orderStates, TrackedOrder } from './orders.schema.ts';

const refundStates = ['asked', 'sent', 'done', 'failed'] as const;

/** An order as staff of the platform see it. */
export const StaffOrder = v.object({
  ...v.omit(TrackedOrder, ['providers', 'payment', 'transfer']).entries,
  id: Id,
  school_name: v.string(),
  /** Where its documents are shown; null of a school without an address. */
  host: v.nullable(v.string()),
  buyer: v.object({
    name: v.nullable(v.string()),
    email: v.nullable(v.string()),
    country: v.nullable(v.string()),
  }),
  payments: v.array(
    v.object({
      id: Id,
      provider: ProviderName,
      state: PaymentState,
      amount: Amount,
      captured: Amount,
      is_disputed: v.boolean(),
      begun_at: Instant,
      /** Of money that came and is on no order: what has not gone back yet. */
      in_suspense: Amount,
      /** What staff recorded of a bank statement. */
      transfers: v.array(RecordedTransfer),
      refunds: v.array(
        v.object({
          id: Id,
          amount: Amount,
          origin: v.string(),
          reason: v.string(),
          state: v.picklist(refundStates),
        }),
      ),
    }),
  ),
});
export type StaffOrder = v.InferOutput<typeof StaffOrder>;

/** An order in a list of the platform's staff. */
export const ListedOrder = v.object({
  id: Id,
  number: v.string(),
  state: v.picklist(orderStates),
  currency: Currency,
  total: Amount,
  is_test: v.boolean(),
  placed_at: Instant,
  paid_at: v.nullable(Instant),
  buyer_name: v.nullable(v.string()),
});
export type ListedOrder = v.InferOutput<typeof ListedOrder>;
