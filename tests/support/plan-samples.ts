import type {
  ListedSubscription,
  OwnSubscription,
  Plan,
  PlanList,
  PlanOrder,
  PlanQuote,
  PlanVariant,
  Subscription,
} from '#contract/subscriptions/subscriptions.schema.ts';

/** As the server tells of plans, for tests of screens. */
export const planId = '019a0000-0000-7000-8000-0000000000d1';
export const variantId = '019a0000-0000-7000-8000-0000000000d2';
export const yearlyId = '019a0000-0000-7000-8000-0000000000d3';
export const planOrderId = '019a0000-0000-7000-8000-0000000000d4';

export function sampleVariant(fields: Partial<PlanVariant> = {}): PlanVariant {
  return {
    id: variantId,
    plan_id: planId,
    period: 'month',
    currency: 'EUR',
    seat_price: 200,
    seat_minimum: 10,
    seat_maximum: 200,
    trial_days: 30,
    is_offered: true,
    in_use: null,
    ...fields,
  };
}

export function samplePlan(fields: Partial<Plan> = {}): Plan {
  return {
    id: planId,
    name: 'School',
    description: 'For one school.',
    features: ['All books', 'Help by email'],
    variants: [sampleVariant(), sampleVariant({ id: yearlyId, period: 'year', seat_price: 2000 })],
    ...fields,
  };
}

export function samplePlanList(fields: Partial<PlanList> = {}): PlanList {
  return { is_required: true, required_since: '2026-11-01T00:00:00.000Z', plans: [samplePlan()], ...fields };
}

export function sampleSubscription(fields: Partial<Subscription> = {}): Subscription {
  const { variants: _variants, ...plan } = samplePlan();
  return {
    id: '019a0000-0000-7000-8000-0000000000d5',
    state: 'active',
    plan,
    variant: sampleVariant(),
    seats: 40,
    period_start: '2026-11-01',
    period_end: '2026-11-30',
    days_left: 5,
    grace_ends_on: '2026-12-14',
    grace_days_left: null,
    next: null,
    paid_ahead: null,
    ends_at_period_end: false,
    billing: {
      name: 'Greenfield Primary',
      email: 'office@greenfield.test',
      country: 'DE',
      address: null,
    },
    since: '2026-11-01T08:00:00.000Z',
    ...fields,
  };
}

export function sampleOwnPlan(fields: Partial<OwnSubscription> = {}): OwnSubscription {
  return {
    is_required: true,
    refuses_growth: false,
    choose_until: null,
    seats_used: 24,
    covered_by: null,
    subscription: sampleSubscription(),
    may_try: false,
    open_orders: [],
    seller: 'Quillshelf',
    is_test: false,
    ...fields,
  };
}

export function samplePlanOrder(fields: Partial<PlanOrder> = {}): PlanOrder {
  return {
    id: planOrderId,
    token: 'AAAAAAAAAAAAAAAAAAAAAA',
    number: 'GRN-7K2MQ4X',
    purpose: 'period',
    state: 'placed',
    is_replaced: false,
    plan_name: 'School',
    period: 'month',
    seats: 40,
    period_start: '2026-12-01',
    period_end: '2026-12-31',
    currency: 'EUR',
    total: 8000,
    refunded: 0,
    is_test: false,
    placed_at: '2026-11-01T08:00:00.000Z',
    lapses_at: '2026-12-31T08:00:00.000Z',
    paid_at: null,
    documents: [{ type: 'subscription', number: 'GRN-S26-00001', token: 'BBBBBBBBBBBBBBBBBBBBBB' }],
    ...fields,
  };
}

export function samplePlanQuote(fields: Partial<PlanQuote> = {}): PlanQuote {
  return {
    currency: 'EUR',
    lines: [
      {
        title: 'School',
        seats: 24,
        unit_price: 200,
        amount: 4800,
        period_start: '2026-12-26',
        period_end: '2027-01-25',
        days_left: 31,
        days: 31,
      },
    ],
    total: 4800,
    tax: { name: 'VAT', rate_bp: 1900, amount: 766 },
    trial_ends_on: null,
    ...fields,
  };
}

export function sampleListedSubscription(fields: Partial<ListedSubscription> = {}): ListedSubscription {
  return {
    id: '019a0000-0000-7000-8000-0000000000d5',
    tenant: {
      id: '019a0000-0000-7000-8000-0000000000a1',
      school_name: 'Greenfield Primary',
      is_organization: false,
    },
    state: 'grace',
    plan_name: 'School',
    variant: sampleVariant(),
    seats: 20,
    seats_used: 24,
    period_start: '2026-11-01',
    period_end: '2026-11-30',
    ends_at_period_end: false,
    since: '2026-11-01T08:00:00.000Z',
    ...fields,
  };
}
