import type { Payable, Payout, PayoutState } from '#contract/causes/payouts.schema.ts';
import { moneyText } from '#contract/kit/money.ts';

export const payoutStateWords: Readonly<Record<PayoutState, string>> = {
  collecting: 'Its shares are collected',
  prepared: 'Ready to be transferred',
  sent: 'On its way',
  proved: 'Arrived',
  cancelled: 'Cancelled',
};

/** A day without a time: `2026-11-26` as people write it, whatever their time zone. */
export function sayDate(day: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** "€9.00 to Clean Water Wells". */
export const payoutTitle = ({ to, ...money }: Pick<Payout | Payable, 'to' | 'amount' | 'currency'>) =>
  `${moneyText(money)} to ${to.name}`;
