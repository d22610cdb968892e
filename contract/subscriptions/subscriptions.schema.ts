import * as v from 'valibot';
import { Day } from '../kit/day.ts';
import { isCountryCode } from '../kit/countries.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { Amount, BasisPoints, Currency } from '../kit/money.ts';
import { keyedPageQuery, PageQuery } from '../kit/page.ts';
import { line, lines } from '../kit/text.ts';
import { DocumentType } from '../invoices/invoices.schema.ts';
import { Address, orderStates } from '../orders/orders.schema.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';
import { periods } from './periods.rules.ts';
import { planLimits, subscriptionStates } from './subscriptions.rules.ts';

const State = v.picklist(subscriptionStates);

function whole({ minimum, maximum, words }: { minimum: number; maximum: number; words: string }) {
  return v.pipe(
    v.number(words),
    v.safeInteger(words),
    v.minValue(minimum, words),
    v.maxValue(maximum, words),
  );
}

const Seats = whole({ minimum: 1, maximum: planLimits.seats, words: 'Please enter how many seats you need' });

/** How a plan is bought. */
export const PlanVariant = v.object({
  id: Id,
  plan_id: Id,
  period: v.picklist(periods),
  currency: Currency,
  /** Minor units of one seat for one period, with tax inside. */
  seat_price: Amount,
  seat_minimum: v.number(),
  /** Null: as many as one likes. */
  seat_maximum: v.nullable(v.number()),
  /** 0: none. */
  trial_days: v.number(),
  /** Whether schools can choose it. Those that have it keep it. */
  is_offered: v.boolean(),
  /** How many tenants have it; null for all but the platform. */
  in_use: v.nullable(v.number()),
});
export type PlanVariant = v.InferOutput<typeof PlanVariant>;

const planFacts = { id: Id, name: v.string(), description: v.string(), features: v.array(v.string()) };

/** The variants with the shorter period first. */
export const Plan = v.object({ ...planFacts, variants: v.array(PlanVariant) });
export type Plan = v.InferOutput<typeof Plan>;

/** Whether schools have to have a plan. */
export const PlanRules = v.object({
  is_required: v.boolean(),
  /** Since then; null where they need none. */
  required_since: v.nullable(Instant),
});
export type PlanRules = v.InferOutput<typeof PlanRules>;

/** By name. The platform sees all, others what is offered. */
export const PlanList = v.object({ ...PlanRules.entries, plans: v.array(Plan) });
export type PlanList = v.InferOutput<typeof PlanList>;

const planFields = {
  name: line({ required: 'Please enter the plan’s name', maximum: planLimits.name, label: 'name' }),
  description: lines(planLimits.description, 'description'),
  features: v.pipe(
    v.array(line({ required: 'Please enter a feature', maximum: planLimits.feature, label: 'feature' })),
    v.maxLength(planLimits.features, `Please name at most ${planLimits.features} features`),
  ),
};

/** `id` is made on the device: the same plan sent twice is one. */
export const PlanForm = v.object({ id: Id, ...planFields });
export type PlanForm = v.InferOutput<typeof PlanForm>;

export const PlanChange = v.object(planFields);
export type PlanChange = v.InferOutput<typeof PlanChange>;

const variantFields = {
  period: v.picklist(periods, 'Please choose a period'),
  currency: Currency,
  seat_price: v.pipe(Amount, v.maxValue(planLimits.seatPrice, 'This amount is too large')),
  seat_minimum: Seats,
  seat_maximum: v.nullable(Seats),
  trial_days: whole({
    minimum: 0,
    maximum: planLimits.trialDays,
    words: `Please enter 0 to ${planLimits.trialDays} days`,
  }),
  is_offered: v.boolean(),
};

const isInOrder = (range: { seat_minimum: number; seat_maximum: number | null }) =>
  range.seat_maximum === null || range.seat_maximum >= range.seat_minimum;
const notInOrder = 'The most seats are not fewer than the fewest';

export const VariantForm = v.pipe(
  v.object({ id: Id, plan_id: Id, ...variantFields }),
  v.forward(
    v.check((range) => isInOrder(range), notInOrder),
    ['seat_maximum'],
  ),
);
export type VariantForm = v.InferOutput<typeof VariantForm>;

/** Another price counts from the next order of each school; period and currency stay where a school has it. */
export const VariantChange = v.pipe(
  v.object(variantFields),
  v.forward(
    v.check((range) => isInOrder(range), notInOrder),
    ['seat_maximum'],
  ),
);
export type VariantChange = v.InferOutput<typeof VariantChange>;

/** Who gets the invoices of a plan, and the e-mails about it. */
export const Billing = v.object({
  name: line({ required: 'Please enter who the invoice is for', maximum: 200, label: 'name' }),
  email: TypedEmail,
  country: v.pipe(v.string('Please choose a country'), v.check(isCountryCode, 'Please choose a country')),
  address: v.nullable(Address),
});
export type Billing = v.InferOutput<typeof Billing>;

const purposes = ['period', 'seats'] as const;

/** An order of a plan: for a whole period, or for more seats in one that runs. */
export const PlanOrder = v.object({
  id: Id,
  /** Pay it at `/trackorder/{token}`, or by `orders.pay`, while it is `placed`. */
  token: v.string(),
  number: v.string(),
  purpose: v.picklist(purposes),
  state: v.picklist(orderStates),
  /** Whether it was taken back because something else was chosen. It then counts as lapsed. */
  is_replaced: v.boolean(),
  plan_name: v.string(),
  period: v.picklist(periods),
  /** Of `seats`: how many more. */
  seats: v.number(),
  period_start: Day,
  period_end: Day,
  currency: Currency,
  total: Amount,
  refunded: Amount,
  is_test: v.boolean(),
  placed_at: Instant,
  /** Until when it can be paid. */
  lapses_at: Instant,
  paid_at: v.nullable(Instant),
  /** Invoice and credit notes, shown at `/invoice/{type}/{token}`. */
  documents: v.array(v.object({ type: DocumentType, number: v.string(), token: v.string() })),
});
export type PlanOrder = v.InferOutput<typeof PlanOrder>;

export const Subscription = v.object({
  id: Id,
  state: State,
  plan: v.object(planFacts),
  variant: PlanVariant,
  /** Bought. */
  seats: v.number(),
  /** Of the trial, while it runs. Days, both included. */
  period_start: Day,
  period_end: Day,
  /** Days left of the period, today included; 0 once it is over. */
  days_left: v.number(),
  /** The last day before the state is read-only, if nobody pays. */
  grace_ends_on: Day,
  /** Days of grace left, today included; null in all other states. */
  grace_days_left: v.nullable(v.number()),
  /** What was chosen for the next period; null: the same again. */
  next: v.nullable(v.object({ plan_name: v.string(), variant: PlanVariant, seats: v.number() })),
  /** The next period as it is paid already; null where it is not. */
  paid_ahead: v.nullable(v.object({ period_start: Day, period_end: Day, seats: v.number() })),
  ends_at_period_end: v.boolean(),
  billing: Billing,
  since: Instant,
});
export type Subscription = v.InferOutput<typeof Subscription>;

/** All that the page Plans of a school or an organization shows. */
export const OwnSubscription = v.object({
  /** Whether the platform asks for a plan at all. */
  is_required: v.boolean(),
  /** Whether calls by which the school grows are refused now. */
  refuses_growth: v.boolean(),
  /** Where a plan is required and there is none: the last day on which nothing is refused. Else null. */
  choose_until: v.nullable(Day),
  /** Students that are not archived; of an organization, those of its schools. */
  seats_used: v.number(),
  /** The organization whose plan includes this school; then no own one is needed. */
  covered_by: v.nullable(v.object({ id: Id, school_name: v.string(), state: State })),
  /** The one that has not ended, else the latest one; null where there was none. */
  subscription: v.nullable(Subscription),
  /** Whether a trial is given: the first time only. */
  may_try: v.boolean(),
  /** Orders that wait to be paid, the oldest first. */
  open_orders: v.array(PlanOrder),
  seller: v.string(),
  is_test: v.boolean(),
});
export type OwnSubscription = v.InferOutput<typeof OwnSubscription>;

const typedSeats = v.pipe(
  v.string('Please enter how many seats you need'),
  v.regex(/^\d{1,6}$/u, 'Please enter how many seats you need'),
  v.transform(Number),
  Seats,
);

export const PlanQuoteQuery = v.object({
  variant_id: Id,
  seats: typedSeats,
  country: Billing.entries.country,
});
export type PlanQuoteQuery = v.InferOutput<typeof PlanQuoteQuery>;

/** How many more. */
export const SeatsQuoteQuery = v.object({ seats: typedSeats });
export type SeatsQuoteQuery = v.InferOutput<typeof SeatsQuoteQuery>;

/** What a plan or more seats cost. */
export const PlanQuote = v.object({
  currency: Currency,
  /** Of more seats: one for the period that runs, and one for the next where that is paid already. None in a trial. */
  lines: v.array(
    v.object({
      title: v.string(),
      seats: v.number(),
      /** Of one seat for these days. */
      unit_price: Amount,
      amount: Amount,
      period_start: Day,
      period_end: Day,
      /** Days that are paid for, of so many in the whole period. */
      days_left: v.number(),
      days: v.number(),
    }),
  ),
  /** What `subscriptions.start` and `subscriptions.orderSeats` send back. */
  total: Amount,
  tax: v.object({ name: v.string(), rate_bp: BasisPoints, amount: Amount }),
  /** Last day of the trial; null where none is given. */
  trial_ends_on: v.nullable(Day),
});
export type PlanQuote = v.InferOutput<typeof PlanQuote>;

const agreed = (message: string) => v.literal(true, message);

export const SubscriptionForm = v.object({
  /** Made on the device: the same choice sent twice is one. */
  id: Id,
  variant_id: Id,
  seats: Seats,
  billing: Billing,
  /** As the quote said. */
  total: Amount,
  accepts_terms: agreed('Please agree to the terms'),
});
export type SubscriptionForm = v.InferOutput<typeof SubscriptionForm>;

/** From the next period on; each field by itself. */
export const SubscriptionChange = v.object({
  /** Null: the same again. */
  next: v.optional(v.nullable(v.object({ variant_id: Id, seats: Seats }))),
  ends_at_period_end: v.optional(v.boolean()),
  billing: v.optional(Billing),
});
export type SubscriptionChange = v.InferOutput<typeof SubscriptionChange>;

export const SeatsForm = v.object({
  /** Made on the device: the same order sent twice is one. */
  id: Id,
  /** How many more. */
  seats: Seats,
  /** As the quote said. */
  total: Amount,
});
export type SeatsForm = v.InferOutput<typeof SeatsForm>;

/** A school that an organization's plan includes. */
export const CoveredSchool = v.object({ id: Id, school_name: v.string(), seats_used: v.number() });
export type CoveredSchool = v.InferOutput<typeof CoveredSchool>;

export const CoveredQuery = PageQuery;

/** Who has which plan, for the platform. */
export const ListedSubscription = v.object({
  id: Id,
  tenant: v.object({ id: Id, school_name: v.string(), is_organization: v.boolean() }),
  state: State,
  plan_name: v.string(),
  variant: PlanVariant,
  seats: v.number(),
  seats_used: v.number(),
  period_start: Day,
  period_end: Day,
  ends_at_period_end: v.boolean(),
  since: Instant,
});
export type ListedSubscription = v.InferOutput<typeof ListedSubscription>;

export const SubscriptionQuery = v.object({
  ...keyedPageQuery({ maximum: limits.moneyRowsPerCall }).entries,
  state: v.optional(State),
  plan_id: v.optional(Id),
  /** A part of the school's name. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
});
export type SubscriptionQuery = v.InferOutput<typeof SubscriptionQuery>;
