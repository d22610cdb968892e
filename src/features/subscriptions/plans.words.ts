import { moneyText } from '#contract/kit/money.ts';
import type { Day } from '#contract/kit/day.ts';
import type { Period } from '#contract/subscriptions/periods.rules.ts';
import type { SubscriptionState } from '#contract/subscriptions/subscriptions.rules.ts';
import type {
  OwnSubscription,
  PlanOrder,
  PlanVariant,
  Subscription,
} from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDate } from '#src/lib/days.ts';

/** Of a span with both ends included. */
export function spanText({ period_start, period_end }: { period_start: Day; period_end: Day }): string {
  return `${sayDate(period_start)} to ${sayDate(period_end)}`;
}

export const stateWords: Readonly<Record<SubscriptionState, string>> = {
  trial: 'Trial',
  active: 'Active',
  grace: 'Not paid yet',
  read_only: 'Read-only',
  ended: 'Ended',
};

export const periodWords: Readonly<Record<Period, string>> = { month: 'Monthly', year: 'Yearly' };

/** "€2.00 a seat each month", tax inside. */
export function priceText({
  seat_price,
  currency,
  period,
}: Pick<PlanVariant, 'seat_price' | 'currency' | 'period'>): string {
  return seat_price === 0 ? 'Free' : `${moneyText({ amount: seat_price, currency })} a seat each ${period}`;
}

/** "10 to 200 seats". */
export function seatRangeText({
  seat_minimum,
  seat_maximum,
}: Pick<PlanVariant, 'seat_minimum' | 'seat_maximum'>): string {
  if (seat_maximum === null)
    return seat_minimum <= 1 ? 'Any number of seats' : `${counted(seat_minimum, 'seat')} or more`;
  if (seat_maximum === seat_minimum) return counted(seat_maximum, 'seat');
  return `${seat_minimum.toLocaleString('en')} to ${counted(seat_maximum, 'seat')}`;
}

export function trialText({ trial_days }: Pick<PlanVariant, 'trial_days'>): string {
  return trial_days === 0 ? 'No trial' : `${counted(trial_days, 'day')} of trial`;
}

/** A variant in one line of a list: "School, monthly: €2.00 a seat each month". */
export function variantText(planName: string, variant: PlanVariant): string {
  return `${planName}, ${periodWords[variant.period].toLowerCase()}: ${priceText(variant)}`;
}

/** What an order of a plan is for. */
export function orderText({ purpose, plan_name, period, seats }: PlanOrder): string {
  if (purpose === 'seats') return `${counted(seats, 'more seat')}, ${plan_name}`;
  return `${plan_name}, ${periodWords[period].toLowerCase()}, ${counted(seats, 'seat')}`;
}

export function orderStateText({ state, is_replaced }: Pick<PlanOrder, 'state' | 'is_replaced'>): string {
  if (is_replaced) return 'Taken back';
  const words: Readonly<Record<PlanOrder['state'], string>> = {
    placed: 'Not paid yet',
    paid: 'Paid',
    lapsed: 'Not paid in time',
    refunded: 'Given back',
  };
  return words[state];
}

/** How a plan is, in a title and sentences; `isGood` where nothing needs doing. */
export interface Standing {
  isGood: boolean;
  title: string;
  sentences: readonly string[];
}

const safe = 'Children go on writing, and nothing is lost.';
/** The calls that the contract marks with `grows`. */
const waiting =
  'Until then the office cannot invite or add staff, import a file of students, publish books, or open the shop. Everything can still be exported.';

function standingOfPlan({
  state,
  period_end,
  grace_ends_on,
  grace_days_left,
  days_left,
  ends_at_period_end,
}: Subscription): Standing {
  const left = counted(days_left, 'day');
  const last = sayDate(period_end);
  switch (state) {
    case 'trial':
      return {
        isGood: true,
        title: `Trial until ${last}`,
        sentences: [
          `${left} left.`,
          ends_at_period_end
            ? 'It ends then, and nothing has to be paid.'
            : 'To go on after that, please pay the first period.',
        ],
      };
    case 'active':
      return {
        isGood: true,
        title: ends_at_period_end ? `Active, and ends on ${last}` : `Active until ${last}`,
        sentences: [`${left} left.`, ...(ends_at_period_end ? ['It is not renewed.'] : [])],
      };
    case 'grace':
      return {
        isGood: false,
        title: `Not paid yet: ${counted(grace_days_left ?? 0, 'day')} left`,
        sentences: [`Please pay by ${sayDate(grace_ends_on)}. Everything works until then.`],
      };
    case 'read_only':
      return {
        isGood: false,
        title: 'Read-only until it is paid',
        sentences: ['The time to pay is over.', safe, waiting],
      };
    case 'ended':
      return {
        isGood: false,
        title: `Your plan ended on ${last}`,
        sentences: [safe, 'You can choose a plan again at any time.'],
      };
  }
}

function withoutPlan({ is_required, refuses_growth, choose_until }: OwnSubscription): Standing {
  if (!is_required)
    return { isGood: true, title: 'No plan is needed', sentences: ['Everything works without one.'] };
  if (refuses_growth)
    return { isGood: false, title: 'Read-only until you choose a plan', sentences: [safe, waiting] };
  return {
    isGood: false,
    title: 'Please choose a plan',
    sentences: choose_until === null ? [] : [`Everything works without one until ${sayDate(choose_until)}.`],
  };
}

/** How things are for a school or an organization. */
export function standingOf(own: OwnSubscription): Standing {
  const { covered_by, subscription, refuses_growth, is_required } = own;
  if (covered_by !== null) {
    const included = `The plan of ${covered_by.school_name} includes your school.`;
    return refuses_growth
      ? {
          isGood: false,
          title: 'Read-only until it is paid',
          sentences: [
            included,
            `It ran out. Please ask ${covered_by.school_name} to renew it.`,
            safe,
            waiting,
          ],
        }
      : {
          isGood: covered_by.state !== 'grace',
          title: `Covered by ${covered_by.school_name}`,
          sentences: [
            included,
            'You need none of your own.',
            ...(covered_by.state === 'grace' ? ['It was not paid in time yet.'] : []),
          ],
        };
  }
  if (subscription === null) return withoutPlan(own);
  const standing = standingOfPlan(subscription);
  if (!is_required && !standing.isGood) {
    const title = subscription.state === 'ended' ? standing.title : 'Your plan is not paid';
    return { isGood: true, title, sentences: ['No plan is needed right now: everything works.'] };
  }
  if (subscription.state === 'ended' && refuses_growth)
    return { ...standing, sentences: [safe, 'To add more, please choose a plan again.', waiting] };
  return standing;
}

/** One line for the office on its other pages; null where nothing needs doing. */
export function bannerText(own: OwnSubscription): string | null {
  const { covered_by, subscription, refuses_growth, is_required, choose_until } = own;
  if (!is_required) return null;
  if (refuses_growth) return 'Your plan has run out. Children go on writing, and nothing is lost.';
  if (covered_by !== null) return null;
  if (subscription?.state === 'grace')
    return `Your plan is not paid yet. ${counted(subscription.grace_days_left ?? 0, 'day')} left.`;
  if (choose_until !== null) return `Please choose a plan by ${sayDate(choose_until)}.`;
  return null;
}

/** Seats that are used of those that were bought. */
export function seatsText(used: number, bought: number): string {
  return `${used.toLocaleString('en')} of ${bought.toLocaleString('en')} used`;
}

/** Said where more are used than bought; null where not. Nothing stops by it. */
export function overText(used: number, bought: number): string | null {
  const over = used - bought;
  if (over <= 0) return null;
  return `${counted(over, 'student')} more than you have seats for. Nothing stops, and the next order has a seat for each.`;
}
