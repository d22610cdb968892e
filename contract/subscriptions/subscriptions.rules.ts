import { mostMinorUnits } from '../kit/money.ts';
import { addDays, dayOf, daysBetween, type Day } from '../kit/day.ts';
import { isOver, overAt, type Span } from './periods.rules.ts';

export const subscriptionStates = ['trial', 'active', 'grace', 'read_only', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Days after the last paid day in which nothing is refused. */
export const graceDays = 14;
/** Days before the end of a period on which the next one is ordered. */
const renewalDays = 30;
/** Days that a plan's order waits for its money. */
export const planOrderDays = 60;
/** Days from the end of a period on which an order that nobody paid is reminded of. */
export const reminderDays = [-7, 0, 7, 13] as const;

export const planLimits = {
  name: 60,
  description: 500,
  features: 12,
  feature: 120,
  seats: 100_000,
  /** Minor units. */
  seatPrice: 99_999_999,
  trialDays: 365,
} as const;

/** What decides about the state of a subscription, besides the time. */
export interface SubscriptionFacts extends Span {
  /** As it was written last. */
  state: SubscriptionState;
  ends_at_period_end: boolean;
}

/** The last day on which nothing is refused although the period is over. */
export const graceEnd = (period_end: Day): Day => addDays(period_end, graceDays);

/** What a subscription without another payment is at a time. Only the end of its order ends one that is read-only. */
export function stateAt(
  { state, period_end, ends_at_period_end }: SubscriptionFacts,
  now: Date,
): SubscriptionState {
  if (state === 'ended') return 'ended';
  // One without a trial begins in grace, on the day before its first period.
  if (!isOver(period_end, now)) return state === 'trial' || state === 'grace' ? state : 'active';
  if (ends_at_period_end) return 'ended';
  return isOver(graceEnd(period_end), now) ? 'read_only' : 'grace';
}

/** Days that are left of the grace, today included; null where there is none. */
export function graceDaysLeft(facts: SubscriptionFacts, now: Date): number | null {
  if (stateAt(facts, now) !== 'grace') return null;
  return Math.max(1, Math.min(graceDays, daysBetween(dayOf(now), graceEnd(facts.period_end)) + 1));
}

/** The day on which the next period is ordered: 30 days before the end, or as soon as a shorter one begins. */
export function renewalDay({ period_start, period_end }: Span): Day {
  const early = addDays(period_end, -renewalDays);
  return early > period_start ? early : period_start;
}

/** When the state changes next by itself; null where only money or the end of an order changes it. */
export function nextChangeAt(facts: SubscriptionFacts, now: Date): Date | null {
  const state = stateAt(facts, now);
  if (state === 'trial' || state === 'active') return overAt(facts.period_end);
  return state === 'grace' ? overAt(graceEnd(facts.period_end)) : null;
}

/** Of a variant. */
export interface SeatRange {
  seat_minimum: number;
  /** Null: as many as one likes. */
  seat_maximum: number | null;
  seat_price: number;
}

/** Seats that one order can be for: what its variant allows, and no more than its amount can say. */
export function mostSeats({ seat_maximum, seat_price }: SeatRange): number {
  const payable = seat_price === 0 ? planLimits.seats : Math.floor(mostMinorUnits / seat_price);
  return Math.min(seat_maximum ?? planLimits.seats, planLimits.seats, payable);
}

export function canHaveSeats(variant: SeatRange, seats: number): boolean {
  return seats >= variant.seat_minimum && seats <= mostSeats(variant);
}

/** Seats of the next period's order: those that were chosen, or as many as are used where that is more. */
export function seatsOfNextOrder(
  variant: SeatRange,
  { chosen, used }: { chosen: number; used: number },
): number {
  return Math.min(mostSeats(variant), Math.max(variant.seat_minimum, chosen, used));
}

/** The latest reminder that is due: days from the end of the paid period. Null before the first. */
export function reminderAt(period_end: Day, now: Date): (typeof reminderDays)[number] | null {
  const days = daysBetween(period_end, dayOf(now));
  return reminderDays.findLast((each) => each <= days) ?? null;
}

/** Of several, the one that lets a school do most. */
export function bestState(states: readonly SubscriptionState[]): SubscriptionState | null {
  const order: readonly SubscriptionState[] = ['active', 'trial', 'grace', 'read_only', 'ended'];
  return order.find((each) => states.includes(each)) ?? null;
}

/** Whether a state lets a school grow; one without a plan has none. */
export function letsGrow(state: SubscriptionState | null): boolean {
  return state !== null && state !== 'read_only' && state !== 'ended';
}

/** The last day on which nothing is refused, whatever the state: two weeks after plans were required, or the school was made. */
export function freeUntil({ required_since, made_at }: { required_since: Date; made_at: Date }): Day {
  const since = required_since > made_at ? required_since : made_at;
  return addDays(dayOf(since), graceDays);
}
