import type { Money } from '#contract/kit/money.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Refusal } from './provider-amounts.ts';

/** A refund as a provider tells of it. */
export interface SeenRefund {
  provider_ref: string;
  /** Our id of it, or one of `refund_ids` that were asked about; null where it was made at the provider. */
  refund_id: string | null;
  amount: number;
  state: 'waiting' | 'done' | 'failed';
}

export interface SeenDispute {
  provider_ref: string;
  /** The refund by which the provider shows the same money going back, where it shows it twice; else null. */
  refund_ref: string | null;
  amount: number;
  state: 'open' | 'won' | 'lost';
}

/** What a provider answers when it is asked about a payment. Amounts in minor units of `currency`. */
export interface Seen {
  /**
   * - `begun`: the buyer was not there yet, or has not finished.
   * - `approved`: the buyer agreed, and the money is ours once we ask for it (`capture`).
   * - `waiting`: the provider itself waits, also with a word that we do not know.
   */
  state: 'begun' | 'approved' | 'waiting' | 'captured' | 'failed' | 'cancelled' | 'expired';
  /** What was captured; 0 before. */
  captured: number;
  /** Of the capture; null before. */
  currency: string | null;
  /** What the provider keeps of it; null where it does not say, or says it in another currency. */
  fee: number | null;
  /** The provider's own code for why it failed or waits, such as `insufficient_funds`; no words of the buyer. */
  reason: string | null;
  refunds: readonly SeenRefund[];
  disputes: readonly SeenDispute[];
}

/** A payment as a provider has to know it. */
export interface PaymentAt {
  /** 43 characters of base64url: tenant and payment. */
  reference: string;
  provider_ref: string;
  /** Refunds that we asked for, and `refund_ref` of events: a provider without a list of them is asked about each. */
  refund_ids: readonly string[];
}

export interface PaymentToBegin {
  reference: string;
  /** The same at each try: providers refuse another deadline under the same reference. */
  begun_at: Date;
  money: Money;
  /** Number of the order and of the try, unique: `GRN-00042-2`. */
  invoice: string;
  /** What the buyer reads at the provider, such as `Books from Greenfield Primary School`. */
  description: string;
  buyer_email: string;
  /** Absolute addresses on the tenant's own host. */
  success_url: string;
  cancel_url: string;
}

export interface BegunPayment {
  provider_ref: string;
  /** Where the buyer pays. */
  pay_url: string;
  expires_at: Date;
}

/** What a signed event points at. What it says of money is not read: the provider is asked. */
export interface ProviderEvent {
  event_id: string;
  kind: string;
  reference: string | null;
  /** What `find` takes where the event has no reference; null where it is about no payment. */
  provider_ref: string | null;
  /** A refund that may have been made at a provider without a list of them; else null. */
  refund_ref: string | null;
}

export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The signature is missing, wrong or too old, or the body is no event. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError';
}

/** It did not answer, or not so that we understand it. What was asked may have been done all the same. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** It answered no, and nothing was done. `reason` is its own code. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';

  constructor(readonly reason: string) {
    super(`The provider refused: ${reason}`);
  }
}

/** Whether a provider did not answer or said no: another way, or another time, may do. */
export function isProviderRefusal(error: unknown): boolean {
  return error instanceof ProviderUnavailableError || error instanceof ProviderRefusedError;
}

/**
 * One way to pay. Each call ends within 8 s, and none runs inside a transaction.
 * @throws ProviderUnavailableError, ProviderRefusedError
 */
export interface Provider {
  readonly name: ProviderName;
  /** Practice money, no real one. */
  readonly is_test: boolean;
  /** What goes back is sent by a person, who is told so by a finding. */
  readonly sendsByHand?: true;
  /** Why it cannot say this amount; null where it can. */
  readonly refusal: (money: Money) => Refusal | null;
  /** The same reference again gives the same payment. */
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  look(payment: PaymentAt): Promise<Seen>;
  /** Where buyers agree first and we take the money after. Again is no second capture. Refused: it failed for that reason. */
  capture?(payment: PaymentAt): Promise<void>;
  /** Nobody can pay it any more; where it was paid already, nothing happens. */
  close?(payment: PaymentAt): Promise<void>;
  /** Again with the same id is no second refund, however late. @returns the provider's name of it */
  refund(payment: PaymentAt, refund: { id: string; money: Money; reason: string }): Promise<string>;
  /** Of the bytes as they came. @throws BadSignatureError */
  event(body: Buffer, headers: EventHeaders): Promise<ProviderEvent>;
  /** The reference of the payment that an event without one is about, such as a dispute; null where it is not ours. */
  find?(provider_ref: string): Promise<string | null>;
}
