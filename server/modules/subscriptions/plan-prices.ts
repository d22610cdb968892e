import { addDays, dayOf } from '#contract/kit/day.ts';
import {
  anchorOf,
  daysLeft,
  daysOf,
  periodFrom,
  priceOfRest,
  type Span,
} from '#contract/subscriptions/periods.rules.ts';
import type { PlanQuote } from '#contract/subscriptions/subscriptions.schema.ts';
import { sharesOfPlan, sumOf } from '#contract/orders/shares.rules.ts';
import { lineTitle } from './line-titles.ts';
import type { PlanRow, VariantRow } from './plans.repository.ts';
import type { BoughtRow, SubscriptionRow } from './subscriptions.repository.ts';

interface Tax {
  name: string;
  rate_bp: number;
}

type Variant = VariantRow & { plan: PlanRow };

/** When a subscription that is chosen now begins: with its trial, or a day before its first period, which is due at once. */
export function beginningOf(
  { trial_days }: Pick<VariantRow, 'trial_days'>,
  { mayTry, now }: { mayTry: boolean; now: Date },
): Span & { state: 'trial' | 'grace'; anchor_day: number } {
  const today = dayOf(now);
  const hasTrial = mayTry && trial_days > 0;
  const period_end = addDays(today, hasTrial ? trial_days - 1 : -1);
  return {
    state: hasTrial ? 'trial' : 'grace',
    period_start: hasTrial ? today : period_end,
    period_end,
    anchor_day: anchorOf(addDays(period_end, 1)),
  };
}

const quoteOf = (
  lines: PlanQuote['lines'],
  { currency, tax, trial_ends_on }: { currency: string; tax: Tax; trial_ends_on: string | null },
): PlanQuote => ({
  currency,
  lines,
  total: sumOf(lines.map(({ amount }) => amount)),
  tax: {
    name: tax.name,
    rate_bp: tax.rate_bp,
    // Line by line, as the order's shares are.
    amount: sumOf(lines.map(({ amount }) => sharesOfPlan(amount, tax.rate_bp).tax)),
  },
  trial_ends_on,
});

/** What a plan costs that is chosen now. */
export function quoteStart(
  variant: Variant,
  { seats, tax, mayTry, now }: { seats: number; tax: Tax; mayTry: boolean; now: Date },
): PlanQuote {
  const beginning = beginningOf(variant, { mayTry, now });
  const span = periodFrom(addDays(beginning.period_end, 1), variant.period, beginning.anchor_day);
  const { currency, seat_price } = variant;
  const days = daysOf(span);
  const line = {
    ...span,
    title: lineTitle(variant.plan.name, span),
    seats,
    unit_price: seat_price,
    amount: seat_price * seats,
    days_left: days,
    days,
  };
  const trial_ends_on = beginning.state === 'trial' ? beginning.period_end : null;
  return quoteOf([line], { currency, tax, trial_ends_on });
}

/** What more seats cost for the rest of the period, and for the next one where that is paid already. A trial costs nothing. */
export function quoteSeats(
  row: SubscriptionRow,
  facts: {
    variant: Variant;
    ahead: { bought: BoughtRow; variant: Variant } | null;
    seats: number;
    tax: Tax;
    now: Date;
  },
): PlanQuote {
  const { variant, ahead, seats, tax, now } = facts;
  const { currency } = variant;
  if (row.state === 'trial') return quoteOf([], { currency, tax, trial_ends_on: row.period_end });
  const line = (
    { period_start, period_end }: Span,
    { plan, unit_price, left }: { plan: PlanRow; unit_price: number; left: number },
  ) => ({
    title: lineTitle(`${plan.name}, more seats`, { period_start, period_end }),
    seats,
    unit_price,
    amount: unit_price * seats,
    period_start,
    period_end,
    days_left: left,
    days: daysOf({ period_start, period_end }),
  });
  const now_line = line(row, {
    plan: variant.plan,
    unit_price: priceOfRest(variant.seat_price, row, now),
    left: daysLeft(row, now),
  });
  // In another currency it cannot stand in the same order; then the next order has the seats that are used.
  const next_line =
    ahead?.variant.currency === currency
      ? [
          line(ahead.bought, {
            plan: ahead.variant.plan,
            unit_price: ahead.variant.seat_price,
            left: daysOf(ahead.bought),
          }),
        ]
      : [];
  return quoteOf([now_line, ...next_line], { currency, tax, trial_ends_on: null });
}
