import * as v from 'valibot';
import { Day, FilterDay, typedDay } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { Amount, Currency } from '../kit/money.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { line, lines } from '../kit/text.ts';

/** How one can pay; each is offered where its keys are set and it can say the amount. */
const providerNames = ['stripe', 'paypal', 'phonepe', 'transfer'] as const;
export const ProviderName = v.picklist(providerNames);
export type ProviderName = v.InferOutput<typeof ProviderName>;

/** Captured is final; refunds and disputes stand beside it. Of the others, each can still become captured. */
const paymentStates = ['begun', 'waiting', 'captured', 'failed', 'cancelled', 'expired'] as const;
export const PaymentState = v.picklist(paymentStates);
export type PaymentState = v.InferOutput<typeof PaymentState>;

/** Where a bank transfer goes. Empty texts are left out on the screen. */
export const BankAccount = v.object({
  currency: Currency,
  holder: line({ required: 'Please enter the account holder', maximum: 140, label: 'holder' }),
  bank: line({ maximum: 140, label: 'bank' }),
  /** IBAN or account number. */
  account: line({ required: 'Please enter an IBAN or account number', maximum: 64, label: 'account' }),
  /** BIC, sort code, routing number or IFSC. */
  code: line({ maximum: 32, label: 'code' }),
  /** What more a buyer has to know. */
  words: lines(500, 'words'),
});
export type BankAccount = v.InferOutput<typeof BankAccount>;

/** What a buyer needs to pay by bank transfer; the sum is the order's. */
export const TransferDetails = v.object({
  ...v.omit(BankAccount, ['currency']).entries,
  /** The order's number, which goes into the transfer's purpose. */
  reference: v.string(),
});
export type TransferDetails = v.InferOutput<typeof TransferDetails>;

const directions = ['in', 'out'] as const;

const TypedDay = typedDay('Please enter a date');

/** A line of the bank statement, as staff of the platform record it. */
export const TransferForm = v.object({
  /** Made on the device: the same line sent twice is one. */
  id: Id,
  direction: v.picklist(directions),
  /** Of a transfer out: the refund that it sends; null: money in suspense. */
  refund_id: v.nullable(Id),
  amount: v.pipe(Amount, v.minValue(1, 'Please enter an amount')),
  happened_on: TypedDay,
  bank_reference: line({ required: 'Please enter the bank’s reference', maximum: 140, label: 'reference' }),
  words: lines(500, 'words'),
});
export type TransferForm = v.InferOutput<typeof TransferForm>;

export const RecordedTransfer = v.object({
  id: Id,
  direction: v.picklist(directions),
  refund_id: v.nullable(Id),
  amount: Amount,
  happened_on: Day,
  bank_reference: v.string(),
  words: v.string(),
});
export type RecordedTransfer = v.InferOutput<typeof RecordedTransfer>;

const School = v.object({ id: Id, school_name: v.string() });

/** A payment in the list of the platform's staff. */
export const ListedPayment = v.object({
  id: Id,
  tenant: School,
  order_id: Id,
  /** The order's. */
  number: v.string(),
  provider: ProviderName,
  state: PaymentState,
  /** The provider's own code for why it failed or waits. */
  reason: v.nullable(v.string()),
  currency: Currency,
  amount: Amount,
  captured: Amount,
  is_disputed: v.boolean(),
  is_test: v.boolean(),
  begun_at: Instant,
  looked_at: v.nullable(Instant),
});
export type ListedPayment = v.InferOutput<typeof ListedPayment>;

export const PaymentQuery = v.object({
  ...keyedPageQuery({ maximum: limits.moneyRowsPerCall }).entries,
  tenant_id: v.optional(Id),
  state: v.optional(PaymentState),
  provider: v.optional(ProviderName),
  /** Days in UTC, both included. */
  from: FilterDay,
  to: FilterDay,
});
export type PaymentQuery = v.InferOutput<typeof PaymentQuery>;

/** What a person has to look at. */
export const Finding = v.object({
  id: Id,
  tenant: School,
  /** `payments.what_is_wrong`. */
  kind: v.string(),
  /** Amounts and names of accounts; nothing about a buyer. */
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
  /** The order that it is about; null where it is about the books of a school. */
  order: v.nullable(v.object({ id: Id, number: v.string(), currency: Currency })),
  found_at: Instant,
  closed_at: v.nullable(Instant),
  closed_by: v.string(),
  words: v.string(),
});
export type Finding = v.InferOutput<typeof Finding>;

export const FindingQuery = v.object({
  ...keyedPageQuery({ maximum: limits.moneyRowsPerCall }).entries,
  tenant_id: v.optional(Id),
  state: v.optional(v.picklist(['open', 'closed']), 'open'),
});
export type FindingQuery = v.InferOutput<typeof FindingQuery>;
