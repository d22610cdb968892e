import { exponentOf } from '#contract/kit/currencies.ts';
import { Book } from './book.ts';
import { Deliveries, type Deliver, type PracticeEvent } from './deliveries.ts';
import {
  Practice,
  type Happening,
  type PracticeClock,
  type PracticeData,
  type PracticeDispute,
  type PracticeKind,
  type PracticePayment,
  type PracticeRefund,
} from './practice.ts';
import { Faults, Rest, type Call, type Fault, type RestAnswer } from './rest.ts';

export type PeerName = 'stripe' | 'paypal' | 'phonepe';

export interface PeerOptions {
  /** Where the books are kept; null: in memory. */
  folder: string | null;
  clock: PracticeClock;
  deliver: Deliver;
  /** Whether events go out by themselves. */
  automatic: boolean;
}

/** What a provider's books say of a payment, in minor units of ISO 4217. */
export interface BookedPayment {
  id: string;
  reference: string;
  state: PracticePayment['state'];
  currency: string;
  captured: number;
  fee: number;
  /** Given back, or on its way back. */
  refunded: number;
  /** Taken by disputes that were lost, other than by a refund. */
  lost: number;
}

export type PeerData = PracticeData & { events: PracticeEvent[] };

/** How one provider speaks. */
export interface Speech<Data extends PeerData> {
  readonly name: PeerName;
  readonly empty: Data;
  readonly kind: PracticeKind;
  /** Decimals of what it counts in. */
  decimalsOf(currency: string): number;
  /** The event that it tells a shop of something by; null where it tells nothing. */
  tell(happening: Happening, now: Date): { id: string; kind: string; body: object } | null;
  sign(peer: Peer<Data>, event: PracticeEvent): Record<string, string>;
  speak(peer: Peer<Data>): void;
  broken(): RestAnswer;
  missing(): RestAnswer;
}

/** A practice provider: its REST, its books, what buyers and banks do there, and its bad days. */
export class Peer<Data extends PeerData = PeerData> {
  readonly name: PeerName;
  readonly practice: Practice;
  readonly deliveries: Deliveries;
  readonly rest: Rest;
  readonly clock: PracticeClock;
  readonly book: Book<Data>;
  /** Its address on this machine. */
  url = '';
  readonly #faults = new Faults();
  readonly #speech: Speech<Data>;

  private constructor(speech: Speech<Data>, book: Book<Data>, options: PeerOptions) {
    this.name = speech.name;
    this.clock = options.clock;
    this.book = book;
    this.#speech = speech;
    this.practice = new Practice(book, options.clock, speech.kind, (happening) => this.#tell(happening));
    this.deliveries = new Deliveries({
      provider: speech.name,
      book,
      sign: (event) => speech.sign(this, event),
      deliver: options.deliver,
      automatic: options.automatic,
    });
    this.rest = new Rest({
      faults: this.#faults,
      save: () => book.save(),
      broken: () => speech.broken(),
      missing: () => speech.missing(),
    });
    speech.speak(this);
  }

  static async open<Data extends PeerData>(speech: Speech<Data>, options: PeerOptions): Promise<Peer<Data>> {
    const book = await Book.open(options.folder, speech.name, structuredClone(speech.empty));
    const peer = new Peer(speech, book, options);
    peer.url = await peer.rest.listen();
    peer.deliveries.resume();
    return peer;
  }

  #tell(happening: Happening): void {
    const event = this.#speech.tell(happening, this.clock.now());
    if (event === null) return;
    const { id, kind, body } = event;
    this.deliveries.add({ id, kind, about: happening.payment.id, body: JSON.stringify(body) });
  }

  /** The next calls of that kind go wrong. */
  fault(call: Call, fault: Fault, times = 1): void {
    this.#faults.plan(call, fault, times);
  }

  // What buyers and banks do, by the payment's id, its reference, intent or capture; kept when the call ends.

  /** `amount`, in what the provider counts in, and `currency`: it takes something else than it was asked for. */
  async pay(id: string, takes?: { amount?: number; currency?: string }): Promise<PracticePayment> {
    return await this.#kept(this.practice.pay(id, takes));
  }

  async decline(id: string): Promise<PracticePayment> {
    return await this.#kept(this.practice.decline(id));
  }

  async cancel(id: string): Promise<PracticePayment> {
    return await this.#kept(this.practice.cancel(id));
  }

  /** Pays, and the provider keeps it waiting until `release`. At PayPal it waits once it was captured. */
  async hold(id: string): Promise<PracticePayment> {
    return await this.#kept(this.practice.hold(id));
  }

  async release(id: string, works: boolean): Promise<PracticePayment> {
    return await this.#kept(this.practice.release(id, works));
  }

  async expire(id: string): Promise<PracticePayment> {
    return await this.#kept(this.practice.expire(id));
  }

  /** On the provider's own pages; the shop hears of it by an event or by looking. */
  async refund(id: string, what?: { amount?: number; waits?: boolean }): Promise<PracticeRefund> {
    return await this.#kept(this.practice.refund(id, what));
  }

  async finishRefund(refund: string, works: boolean): Promise<PracticeRefund> {
    return await this.#kept(this.practice.finishRefund(refund, works));
  }

  async dispute(id: string, amount?: number): Promise<PracticeDispute> {
    return await this.#kept(this.practice.dispute(id, amount));
  }

  /** `byRefund`: the money of one that was lost is taken by a refund, which the provider lists with the others. */
  async closeDispute(
    dispute: string,
    outcome: 'won' | 'lost',
    how?: { byRefund?: boolean },
  ): Promise<PracticeDispute> {
    return await this.#kept(this.practice.closeDispute(dispute, outcome, how));
  }

  /** The headers of an event, signed now. */
  sign(event: PracticeEvent): Record<string, string> {
    return this.#speech.sign(this, event);
  }

  async #kept<Result>(result: Result): Promise<Result> {
    await this.book.save();
    return result;
  }

  /** Minor units of ISO 4217 for what the provider counts in. */
  minor(amount: number, currency: string): number {
    return (amount * 10 ** exponentOf(currency)) / 10 ** this.#speech.decimalsOf(currency);
  }

  books(): BookedPayment[] {
    return this.practice.all().map((payment) => {
      const currency = payment.captured_currency.toUpperCase();
      const minor = (amount: number) => this.minor(amount, currency);
      const sum = (amounts: { amount: number; state: string }[], ...states: string[]) =>
        amounts.reduce((total, { amount, state }) => total + (states.includes(state) ? amount : 0), 0);
      return {
        id: payment.id,
        reference: payment.reference,
        state: payment.state,
        currency,
        captured: minor(payment.captured),
        fee: minor(payment.fee),
        refunded: minor(sum(payment.refunds, 'waiting', 'done')),
        lost: minor(
          sum(
            payment.disputes.filter(({ id }) => !payment.refunds.some(({ dispute }) => dispute === id)),
            'lost',
          ),
        ),
      };
    });
  }

  async close(): Promise<void> {
    this.deliveries.close();
    await this.rest.close();
    await this.book.save();
  }
}
