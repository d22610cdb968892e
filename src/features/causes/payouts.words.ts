import type { Payable, Payout, PayoutState } from '#contract/causes/payouts.schema.ts';
import { moneyText } from '#contract/kit/money.ts';

export const payoutStateWords: Readonly<Record<PayoutState, string>> = {
  collecting: 'Its shares are collected',
  prepared: 'Ready to be transferred',
  sent: 'On its way',
  proved: 'Arrived',
  cancelled: 'Cancelled',
};

/** "€9.00 to Clean Water Wells". */
export const payoutTitle = ({ to, ...money }: Pick<Payout | Payable, 'to' | 'amount' | 'currency'>) =>
  `${moneyText(money)} to ${to.name}`;
