import type { PaymentState, ProviderName } from '#contract/payments/payments.schema.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How often a provider is asked by the age of a payment, up to an age. @see PhonePe's check-status schedule, stretched for the others */
const steps: readonly { until: number; every: number }[] = [
  { until: 25 * second, every: 25 * second },
  { until: 55 * second, every: 3 * second },
  { until: 115 * second, every: 6 * second },
  { until: 175 * second, every: 10 * second },
  { until: 235 * second, every: 30 * second },
  { until: 20 * minute, every: minute },
  { until: hour, every: 5 * minute },
  { until: 3 * day, every: hour },
  { until: 30 * day, every: day },
];

/** Days in which what was captured is looked at again, for refunds and disputes at the provider. */
const watchedDays = 7;

/** When a payment is looked at next; null where that is over. Ends in the states that no look changes but a late capture. */
export function nextLook(
  payment: {
    provider: ProviderName;
    state: PaymentState;
    is_disputed: boolean;
    begun_at: Date;
    hasOpenRefunds: boolean;
  },
  now: Date,
): Date | null {
  const age = now.getTime() - payment.begun_at.getTime();
  const isWatched = payment.is_disputed || payment.hasOpenRefunds || age < watchedDays * day;
  // What comes by bank is recorded, and looked at then.
  if (payment.provider === 'transfer') return null;
  if (payment.state === 'captured') return isWatched ? new Date(now.getTime() + day) : null;
  if (payment.state === 'begun' || payment.state === 'waiting') {
    const step = steps.find(({ until }) => age < until);
    return step ? new Date(now.getTime() + step.every) : null;
  }
  // Buyers pay in another tab what was given up in this one.
  return age < day ? new Date(now.getTime() + hour) : null;
}
