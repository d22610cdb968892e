import type { PaymentState } from '#contract/payments/payments.schema.ts';
import type { Seen, SeenRefund } from '../providers/provider.ts';

export interface KnownPayment {
  state: PaymentState;
  amount: number;
  currency: string;
  captured: number;
  is_disputed: boolean;
}

export interface KnownRefund {
  id: string;
  provider_ref: string | null;
  amount: number;
  state: 'asked' | 'sent' | 'done' | 'failed';
}

/** What follows from a look at the provider. */
export interface Advance {
  state: PaymentState;
  is_disputed: boolean;
  /** The money came with this look: on the order, or, where it is not what was asked for, to be looked at by a person. */
  capture: 'as_asked' | 'other_amount' | null;
  /** Ours, by id, that went further. */
  refunds: { id: string; provider_ref: string; state: 'sent' | 'done' | 'failed' }[];
  /** Made at the provider, done, and new to us. */
  foreign: { provider_ref: string; amount: number; origin: 'provider' | 'dispute' }[];
}

/** From where a payment can go to where without money; captured is final, and each can become captured. */
const forward: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  begun: ['waiting', 'failed', 'cancelled', 'expired'],
  waiting: ['failed', 'cancelled', 'expired'],
  failed: [],
  cancelled: [],
  expired: [],
  captured: [],
};

/** By the provider's name of a refund, else by ours: two refunds of one id took money twice, and the second is none of ours. */
function matchRefunds(
  known: readonly KnownRefund[],
  seen: readonly SeenRefund[],
): ReadonlyMap<SeenRefund, KnownRefund> {
  const matched = new Map<SeenRefund, KnownRefund>();
  const match = (isSame: (each: SeenRefund, refund: KnownRefund) => boolean) => {
    for (const each of seen) {
      const taken = new Set(matched.values());
      const mine = known.find((refund) => !taken.has(refund) && isSame(each, refund));
      if (mine && !matched.has(each)) matched.set(each, mine);
    }
  };
  match((each, { provider_ref }) => provider_ref === each.provider_ref);
  match((each, { id }) => id === each.refund_id);
  return matched;
}

const refundStates = { waiting: 'sent', done: 'done', failed: 'failed' } as const;
const order = ['asked', 'sent', 'done', 'failed'] as const;

/**
 * The one rule of what a look at a provider changes: forward only, and nothing where it was seen before, so that any looks in any
 * order end as the last alone would (law 4).
 */
export function advance(payment: KnownPayment, known: readonly KnownRefund[], seen: Seen): Advance {
  const isNew = payment.state !== 'captured' && seen.captured > 0;
  const seenState: PaymentState = seen.state === 'approved' ? 'begun' : seen.state;
  const state =
    payment.state === 'captured' || seen.captured > 0
      ? 'captured'
      : forward[payment.state].includes(seenState)
        ? seenState
        : payment.state;
  const isAsAsked = seen.captured === payment.amount && seen.currency === payment.currency;
  const isKnown = (ref: string) => known.some(({ provider_ref }) => provider_ref === ref);
  const ours = matchRefunds(known, seen.refunds);
  const refunds = seen.refunds.flatMap((each) => {
    const mine = ours.get(each);
    const next = refundStates[each.state];
    if (!mine || order.indexOf(next) <= order.indexOf(mine.state)) return [];
    return [{ id: mine.id, provider_ref: each.provider_ref, state: next }];
  });
  // Money of a lost dispute that is shown as a refund, too, is counted once, as what it was known first.
  const isOfDispute = (ref: string) =>
    seen.disputes.some(
      (each) => each.refund_ref === ref && (each.state === 'lost' || isKnown(each.provider_ref)),
    );
  const isNewDone = (each: SeenRefund) =>
    each.state === 'done' && !ours.has(each) && !isOfDispute(each.provider_ref);
  const foreignRefunds = seen.refunds
    .filter(isNewDone)
    .map(({ provider_ref, amount }) => ({ provider_ref, amount, origin: 'provider' as const }));
  const lost = seen.disputes
    .filter(
      ({ state: end, provider_ref, refund_ref }) =>
        end === 'lost' && !isKnown(provider_ref) && !(refund_ref !== null && isKnown(refund_ref)),
    )
    .map(({ provider_ref, amount }) => ({ provider_ref, amount, origin: 'dispute' as const }));
  return {
    state,
    is_disputed: seen.disputes.some((each) => each.state === 'open'),
    capture: isNew ? (isAsAsked ? 'as_asked' : 'other_amount') : null,
    refunds,
    foreign: [...foreignRefunds, ...lost],
  };
}
