import { mostMinorUnits } from '#contract/kit/money.ts';
import { BadSignatureError, ProviderRefusedError, type Provider } from './provider.ts';

/** Milliseconds that a transfer may take to arrive. */
const transferLasts = 60 * 24 * 60 * 60 * 1000;

/** A bank transfer: the buyer reads the bank details on the tracking page, and staff of the platform note what came. */
export function createTransfer({ is_test }: { is_test: boolean }): Provider {
  return {
    name: 'transfer',
    is_test,
    refusal({ amount }) {
      if (amount < 1) return 'minimum';
      return amount > mostMinorUnits ? 'maximum' : null;
    },
    async begin({ reference, success_url, begun_at }) {
      return {
        provider_ref: reference,
        pay_url: success_url,
        expires_at: new Date(begun_at.getTime() + transferLasts),
      };
    },
    // No bank is asked: money is true here once staff noted it.
    async look() {
      return {
        state: 'begun',
        captured: 0,
        currency: null,
        fee: null,
        reason: null,
        refunds: [],
        disputes: [],
      };
    },
    async refund() {
      throw new ProviderRefusedError('by_hand');
    },
    async event() {
      throw new BadSignatureError('Banks send no events');
    },
  };
}
