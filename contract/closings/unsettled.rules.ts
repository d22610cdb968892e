import type { Unsettled } from './closings.schema.ts';

const words: Readonly<Record<Unsettled['what'], readonly [one: string, many: string]>> = {
  refunds: ['refund on its way', 'refunds on their way'],
  payments: ['payment that is not finished', 'payments that are not finished'],
  payouts: ['payout on its way', 'payouts on their way'],
  shares: ['share of the school that was not paid out', 'shares of the school that were not paid out'],
};

/** "2 refunds on their way, 1 payout on its way". */
export function sayUnsettled(unsettled: readonly Unsettled[]): string {
  return unsettled.map(({ what, count }) => `${count} ${words[what][count === 1 ? 0 : 1]}`).join(', ');
}
