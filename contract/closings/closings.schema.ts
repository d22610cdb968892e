import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { Money } from '../kit/money.ts';
import { LifeReason } from '../tenants/tenant-life.schema.ts';

/** Days for which a closing school is read and can be kept. */
export const closingDays = 30;
/** Hours that an administrator of the platform waits who has no second one. */
export const loneHours = 24;
/** Minutes for which the code of a school is good. */
export const codeMinutes = 60;
/** Days before the end on which letters remind. */
export const reminderDays = [14, 7, 1] as const;

/** Who still has to do what before a closing begins. */
const ClosingAsk = v.object({
  is_by_platform: v.boolean(),
  reason: v.string(),
  asked_at: Instant,
  /** The caller asked for it. */
  is_mine: v.boolean(),
  /** `second`: another administrator. `code`: of an e-mail, by who asked. */
  needs: v.picklist(['second', 'code']),
  /** The earliest moment to confirm. */
  from: Instant,
});

/** Money on its way: `shares` of the school that were not paid out yet. */
export const UnsettledMoney = v.object({
  what: v.picklist(['refunds', 'payments', 'payouts', 'shares']),
  count: v.number(),
});
export type Unsettled = v.InferOutput<typeof UnsettledMoney>;

/** In minor units of a currency. */
export type UnpaidAmount = Money;

/** Unpaid shares of a closed school that can be written off, and the open request to do so. */
const WriteOffState = v.object({
  amounts: v.array(Money),
  ask: v.nullable(v.omit(ClosingAsk, ['is_by_platform'])),
});
export type WriteOff = v.InferOutput<typeof WriteOffState>;

export const Closing = v.object({
  school_name: v.string(),
  /** As they were counted last; null where they never were. */
  people: v.nullable(v.object({ students: v.number(), staff: v.number() })),
  ask: v.nullable(ClosingAsk),
  /** Null while it is not closing. */
  closing: v.nullable(
    v.object({
      is_by_platform: v.boolean(),
      reason: v.string(),
      begun_at: Instant,
      due_at: Instant,
      /** What the deletion waits for; empty where it waits for its date alone. */
      waits_for: v.array(UnsettledMoney),
      /** For the platform, once the date is past and no other money moves; null where nothing can be written off. */
      write_off: v.nullable(WriteOffState),
    }),
  ),
  gone_at: v.nullable(Instant),
});
export type Closing = v.InferOutput<typeof Closing>;

export const AskToClose = v.object({
  ...LifeReason.entries,
  password: v.pipe(v.string(), v.nonEmpty('Please type your password'), v.maxLength(200)),
});

const Code = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/u, 'The code has six digits'));
export const ClosingCode = v.object({ code: Code });

const Name = v.pipe(v.string(), v.trim(), v.nonEmpty('Please type the name'), v.maxLength(200));
export const CloseByName = v.object({ ...LifeReason.entries, name: Name });
/** The amounts as they were seen. */
const SeenAmounts = v.pipe(v.array(Money), v.maxLength(200));
export const AskToWriteOff = v.object({ ...LifeReason.entries, name: Name, amounts: SeenAmounts });
export type AskToWriteOff = v.InferOutput<typeof AskToWriteOff>;
export const ConfirmWriteOff = v.object({
  name: Name,
  amounts: SeenAmounts,
  /** Where there is no second administrator. */
  code: v.optional(Code),
});
export type ConfirmWriteOff = v.InferOutput<typeof ConfirmWriteOff>;

export const ConfirmClose = v.object({
  name: Name,
  /** Where there is no second administrator. */
  code: v.optional(Code),
});

/** What is left of a school: when it went, by whom, and how much. No names of people. */
export const Receipt = v.object({
  school: v.object({ id: Id, school_name: v.string(), subdomain: v.nullable(v.string()) }),
  closed_by: v.picklist(['school', 'platform']),
  reason: v.string(),
  begun_at: Instant,
  due_at: Instant,
  gone_at: Instant,
  tables: v.array(v.object({ table: v.string(), before: v.number(), gone: v.number(), after: v.number() })),
  /** What the law of money keeps, with nobody of the school in it. */
  kept: v.array(v.object({ table: v.string(), rows: v.number() })),
  /** SHA-256 of the last entry of the audit and of all before it, in hexadecimal; null where there was none. */
  audit_sha256: v.nullable(v.string()),
  /** The last backup that has it is gone by then. */
  backups_gone_at: Instant,
});
export type Receipt = v.InferOutput<typeof Receipt>;

export const SignedReceipt = v.object({
  receipt: Receipt,
  /** HMAC-SHA256 of the receipt's JSON by the key of this installation, in hexadecimal. */
  signature: v.string(),
  /** The signature is the one of this installation. */
  is_genuine: v.boolean(),
});
export type SignedReceipt = v.InferOutput<typeof SignedReceipt>;
