import { randomBytes } from 'node:crypto';
import type { Book } from './book.ts';

export interface PracticeClock {
  now(): Date;
}

export interface PracticeRefund {
  id: string;
  /** The shop's own id of it; null where it was made at the provider. */
  ours: string | null;
  /** The dispute whose money it took. */
  dispute?: string;
  amount: number;
  state: 'waiting' | 'done' | 'failed';
  made_at: number;
}

export interface PracticeDispute {
  id: string;
  amount: number;
  state: 'open' | 'won' | 'lost';
  made_at: number;
}

/** Amounts are whole numbers of the smallest unit that the provider counts in. Times in milliseconds. */
export interface PracticePayment {
  id: string;
  /** Of the capture or charge. */
  capture_id: string;
  /** Of the intent or attempt. */
  attempt_id: string;
  reference: string;
  invoice: string | null;
  description: string;
  email: string | null;
  currency: string;
  amount: number;
  success_url: string;
  cancel_url: string;
  begun_at: number;
  expires_at: number;
  state: 'open' | 'approved' | 'waiting' | 'paid' | 'failed' | 'cancelled' | 'expired';
  /** When the buyer agreed last, where the shop captures. */
  approved_at?: number;
  /** What comes of capturing, where the buyer only approved. */
  on_capture: 'paid' | 'waiting' | 'failed';
  failure: string | null;
  /** What it takes, which is the amount but on bad days. */
  takes: number;
  captured: number;
  captured_currency: string;
  fee: number;
  paid_at: number | null;
  refunds: PracticeRefund[];
  disputes: PracticeDispute[];
}

export interface PracticeData {
  payments: Record<string, PracticePayment>;
  /** Idempotency keys: what was made with them. */
  keys: Record<string, { print: string; made: string; at: number }>;
}

export type Happening =
  | { is: 'approved' | 'paid' | 'released' | 'waiting' | 'failed' | 'expired'; payment: PracticePayment }
  | { is: 'refund_made' | 'refund_changed'; payment: PracticePayment; refund: PracticeRefund }
  | { is: 'disputed' | 'dispute_closed'; payment: PracticePayment; dispute: PracticeDispute };

/** How the providers differ in what buyers do. */
export interface PracticeKind {
  /** Buyers approve, the shop captures. */
  approves: boolean;
  /** After a decline the page stays open for another try. */
  retries: boolean;
  /** Cancelling ends the payment; else the buyer only leaves its page. */
  cancels: boolean;
  failure: string;
  paymentId: () => string;
  captureId: () => string;
  attemptId: () => string;
  refundId: () => string;
  disputeId: () => string;
}

export class PracticeError extends Error {
  override readonly name = 'PracticeError';
}

export const hexId = (prefix: string) => prefix + randomBytes(12).toString('hex');

type Draft = Pick<
  PracticePayment,
  | 'reference'
  | 'invoice'
  | 'description'
  | 'email'
  | 'currency'
  | 'amount'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
>;

/** What happens to payments at a provider, whatever language it speaks. */
export class Practice {
  readonly #book: Book<PracticeData>;
  readonly #clock: PracticeClock;
  readonly #kind: PracticeKind;
  readonly #onHappening: (happening: Happening) => void;

  constructor(
    book: Book<PracticeData>,
    clock: PracticeClock,
    kind: PracticeKind,
    onHappening: (happening: Happening) => void,
  ) {
    this.#book = book;
    this.#clock = clock;
    this.#kind = kind;
    this.#onHappening = onHappening;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  all(): PracticePayment[] {
    return Object.keys(this.#book.data.payments).map((id) => this.get(id));
  }

  /** By its id, capture, attempt or reference. */
  find(name: string): PracticePayment | null {
    const found =
      this.#book.data.payments[name] ??
      Object.values(this.#book.data.payments).find(
        ({ capture_id, attempt_id, reference }) =>
          name === capture_id || name === attempt_id || name === reference,
      );
    if (!found) return null;
    const isOpen = found.state === 'open' || found.state === 'approved';
    if (isOpen && found.expires_at <= this.#now()) this.#change(found, { state: 'expired' }, 'expired');
    return found;
  }

  /** @throws PracticeError where there is none */
  get(name: string): PracticePayment {
    const payment = this.find(name);
    if (payment === null) throw new PracticeError(`There is no payment ${name}`);
    return payment;
  }

  begin(draft: Draft): PracticePayment {
    const payment: PracticePayment = {
      ...draft,
      id: this.#kind.paymentId(),
      capture_id: this.#kind.captureId(),
      attempt_id: this.#kind.attemptId(),
      begun_at: this.#now(),
      state: 'open',
      on_capture: 'paid',
      takes: draft.amount,
      failure: null,
      captured: 0,
      captured_currency: draft.currency,
      fee: 0,
      paid_at: null,
      refunds: [],
      disputes: [],
    };
    this.#book.data.payments[payment.id] = payment;
    return payment;
  }

  /** The buyer pays. `amount` and `currency`: that the provider took something else than it was asked for. */
  pay(id: string, { amount, currency }: { amount?: number; currency?: string } = {}): PracticePayment {
    const payment = this.#open(id);
    payment.takes = amount ?? payment.amount;
    payment.captured_currency = currency ?? payment.currency;
    if (this.#kind.approves) this.#change(payment, { state: 'approved', on_capture: 'paid' }, 'approved');
    else this.#take(payment);
    return payment;
  }

  /** The buyer's bank says no. */
  decline(id: string): PracticePayment {
    const payment = this.#open(id);
    const failure = this.#kind.failure;
    if (this.#kind.approves) this.#change(payment, { state: 'approved', on_capture: 'failed' }, 'approved');
    else if (this.#kind.retries) Object.assign(payment, { failure });
    else this.#change(payment, { state: 'failed', failure }, 'failed');
    return payment;
  }

  /** The buyer turns back. */
  cancel(id: string): PracticePayment {
    const payment = this.#open(id);
    if (this.#kind.cancels) this.#change(payment, { state: 'cancelled', failure: 'TXN_CANCELLED' }, 'failed');
    return payment;
  }

  /** The buyer pays, and the provider keeps it waiting. */
  hold(id: string): PracticePayment {
    const payment = this.#open(id);
    if (this.#kind.approves) this.#change(payment, { state: 'approved', on_capture: 'waiting' }, 'approved');
    else this.#change(payment, { state: 'waiting' }, 'waiting');
    return payment;
  }

  /** What was kept waiting is decided. */
  release(id: string, works: boolean): PracticePayment {
    const payment = this.get(id);
    if (payment.state !== 'waiting') throw new PracticeError('It does not wait');
    if (works) this.#take(payment, 'released');
    else this.#change(payment, { state: 'failed', failure: this.#kind.failure }, 'failed');
    return payment;
  }

  /** Of one that was approved. */
  capture(id: string): PracticePayment {
    const payment = this.get(id);
    if (payment.state !== 'approved') throw new PracticeError('It is not approved');
    if (payment.on_capture === 'waiting') this.#change(payment, { state: 'waiting' }, 'waiting');
    else if (payment.on_capture === 'failed')
      Object.assign(payment, { state: 'open', failure: this.#kind.failure });
    else this.#take(payment);
    return payment;
  }

  expire(id: string): PracticePayment {
    const payment = this.get(id);
    if (payment.state === 'open' || payment.state === 'approved')
      this.#change(payment, { state: 'expired' }, 'expired');
    return payment;
  }

  left(payment: PracticePayment): number {
    const back = payment.refunds.filter(({ state }) => state !== 'failed');
    const isByRefund = (id: string) => back.some(({ dispute }) => dispute === id);
    const lost = payment.disputes.filter(({ id, state }) => state === 'lost' && !isByRefund(id));
    return [...back, ...lost].reduce((left, { amount }) => left - amount, payment.captured);
  }

  /** @throws PracticeError beyond what is left */
  refund(
    id: string,
    { amount, ours = null, waits = false }: { amount?: number; ours?: string | null; waits?: boolean } = {},
  ): PracticeRefund {
    const payment = this.get(id);
    const left = this.left(payment);
    const back = amount ?? left;
    if (payment.state !== 'paid' || !Number.isSafeInteger(back) || back < 1 || back > left)
      throw new PracticeError('So much cannot be given back');
    const refund: PracticeRefund = {
      id: this.#kind.refundId(),
      ours,
      amount: back,
      state: waits ? 'waiting' : 'done',
      made_at: this.#now(),
    };
    payment.refunds.push(refund);
    this.#onHappening({ is: 'refund_made', payment, refund });
    return refund;
  }

  findRefund(id: string): { payment: PracticePayment; refund: PracticeRefund } | null {
    for (const payment of Object.values(this.#book.data.payments)) {
      const refund = payment.refunds.find((each) => each.id === id || each.ours === id);
      if (refund) return { payment, refund };
    }
    return null;
  }

  /** A refund that waits is decided, or one that was done comes back from the bank. */
  finishRefund(id: string, works: boolean): PracticeRefund {
    const found = this.findRefund(id);
    if (found === null) throw new PracticeError(`There is no refund ${id}`);
    found.refund.state = works ? 'done' : 'failed';
    this.#onHappening({ is: 'refund_changed', ...found });
    return found.refund;
  }

  dispute(id: string, amount?: number): PracticeDispute {
    const payment = this.get(id);
    if (payment.state !== 'paid') throw new PracticeError('It was not paid');
    const dispute: PracticeDispute = {
      id: this.#kind.disputeId(),
      amount: amount ?? payment.captured,
      state: 'open',
      made_at: this.#now(),
    };
    payment.disputes.push(dispute);
    this.#onHappening({ is: 'disputed', payment, dispute });
    return dispute;
  }

  closeDispute(
    id: string,
    state: 'won' | 'lost',
    { byRefund = false }: { byRefund?: boolean } = {},
  ): PracticeDispute {
    const found = this.findDispute(id);
    if (found === null) throw new PracticeError(`There is no dispute ${id}`);
    const { amount } = found.dispute;
    if (state === 'lost' && byRefund) this.refund(found.payment.id, { amount }).dispute = id;
    found.dispute.state = state;
    this.#onHappening({ is: 'dispute_closed', ...found });
    return found.dispute;
  }

  findDispute(id: string): { payment: PracticePayment; dispute: PracticeDispute } | null {
    for (const payment of Object.values(this.#book.data.payments)) {
      const dispute = payment.disputes.find((each) => each.id === id);
      if (dispute) return { payment, dispute };
    }
    return null;
  }

  /**
   * What was made with an idempotency key before.
   * @returns null where it is new or forgotten, `other` where it was used for something else
   */
  known(key: string, print: string, lasts: number): { made: string } | 'other' | null {
    const known = this.#book.data.keys[key];
    if (!known || known.at + lasts <= this.#now()) return null;
    return known.print === print ? { made: known.made } : 'other';
  }

  remember(key: string, print: string, made: string): void {
    this.#book.data.keys[key] = { print, made, at: this.#now() };
  }

  #open(id: string): PracticePayment {
    const payment = this.get(id);
    if (payment.state !== 'open') throw new PracticeError(`It is ${payment.state} already`);
    return payment;
  }

  #take(payment: PracticePayment, is: 'paid' | 'released' = 'paid'): void {
    const { takes } = payment;
    const taken = { captured: takes, fee: Math.floor((takes * 29) / 1000), paid_at: this.#now() };
    this.#change(payment, { ...taken, state: 'paid', failure: null }, is);
  }

  #change(
    payment: PracticePayment,
    change: Partial<PracticePayment>,
    is: 'approved' | 'paid' | 'released' | 'waiting' | 'failed' | 'expired',
  ): void {
    Object.assign(payment, change);
    if (is === 'approved') payment.approved_at = this.#now();
    this.#onHappening({ is, payment });
  }
}
