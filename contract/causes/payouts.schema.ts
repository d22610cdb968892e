import * as v from 'valibot';
import { Day, typedDay } from '../kit/day.ts';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { Amount, Currency } from '../kit/money.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { line, lines } from '../kit/text.ts';

export const payoutLimits = {
  /** Whole days between paying (a printed book: making it) and the first day on which a share may be paid out. */
  holdDays: 14,
  /** Characters. */
  bankReference: 100,
  note: 500,
  /** Bytes of a proof as it is sent. */
  proofBytes: 10 * 1024 * 1024,
  /** Told of on the page of a cause. */
  shown: 50,
} as const;

/**
 * Where a payout is: its shares are collected, a person transfers it, it was transferred, and it was shown to have arrived. A
 * cancelled one gave its shares free.
 */
const payoutStates = ['collecting', 'prepared', 'sent', 'proved', 'cancelled'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** To a cause, or to a school for its own shares. */
export const PayoutTo = v.object({ kind: v.picklist(['cause', 'school']), id: Id });
export type PayoutTo = v.InferOutput<typeof PayoutTo>;

const NamedPayoutTo = v.object({ ...PayoutTo.entries, name: v.string() });

/** A picture is shown, a PDF is handed out to be kept. */
export const Proof = v.object({ url: v.string(), kind: v.picklist(['picture', 'pdf']) });
export type Proof = v.InferOutput<typeof Proof>;

const TypedDay = typedDay('Please enter a date');

/** What everybody may know of a payout to a cause. Minor units. */
export const ShownPayout = v.object({
  id: Id,
  currency: Currency,
  amount: Amount,
  sent_on: Day,
  /** Null: it is on its way. */
  proof: v.nullable(Proof),
  /** What the proof shows. */
  note: v.string(),
});
export type ShownPayout = v.InferOutput<typeof ShownPayout>;

/** A payout for staff of the platform. */
export const Payout = v.object({
  id: Id,
  to: NamedPayoutTo,
  currency: Currency,
  /** Grows while shares are collected. Minor units. */
  amount: Amount,
  is_test: v.boolean(),
  state: v.picklist(payoutStates),
  /** Schools with shares in it. */
  schools: v.number(),
  /** Shares whose hold was over on this day are in it. */
  up_to: Day,
  sent_on: v.nullable(Day),
  bank_reference: v.string(),
  proof: v.nullable(Proof),
  note: v.string(),
  /** Name of who prepared it. */
  made_by: v.string(),
  made_at: Instant,
});
export type Payout = v.InferOutput<typeof Payout>;

/** What of a payout is of the shares of one school, for its office. */
export const PayoutPart = v.object({
  payout_id: Id,
  to: NamedPayoutTo,
  currency: Currency,
  amount: Amount,
  is_test: v.boolean(),
  state: v.picklist(['prepared', 'sent', 'proved']),
  sent_on: v.nullable(Day),
  proof: v.nullable(Proof),
  note: v.string(),
  made_at: Instant,
});
export type PayoutPart = v.InferOutput<typeof PayoutPart>;

/** What could be paid out now to one cause or school, in one currency. */
export const Payable = v.object({
  to: NamedPayoutTo,
  currency: Currency,
  amount: Amount,
  /** Schools with shares in it. */
  schools: v.number(),
});
export type Payable = v.InferOutput<typeof Payable>;

export const PayoutForm = v.object({ id: Id, to: PayoutTo, currency: Currency });
export type PayoutForm = v.InferOutput<typeof PayoutForm>;

export const SentPayout = v.object({
  sent_on: TypedDay,
  bank_reference: line({
    required: 'Please enter the bank’s reference',
    maximum: payoutLimits.bankReference,
    label: 'The reference',
  }),
});
export type SentPayout = v.InferOutput<typeof SentPayout>;

export const ProofForm = v.object({
  file: fileField({
    types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    wrongType: 'Please choose a PDF or a JPEG, PNG or WebP picture',
    maximum: payoutLimits.proofBytes,
    tooLarge: 'A proof has 10 MB at most',
  }),
  note: v.optional(lines(payoutLimits.note, 'The note'), ''),
});
export type ProofForm = v.InferOutput<typeof ProofForm>;

export const PayoutQuery = v.object({
  ...keyedPageQuery({ maximum: 100 }).entries,
  cause_id: v.optional(Id),
  state: v.optional(v.picklist(payoutStates)),
});
export type PayoutQuery = v.InferOutput<typeof PayoutQuery>;

export const PartQuery = v.object({
  ...keyedPageQuery({ maximum: 100 }).entries,
  cause_id: v.optional(Id),
});
export type PartQuery = v.InferOutput<typeof PartQuery>;

export const PayableQuery = v.object({ cause_id: v.optional(Id) });
