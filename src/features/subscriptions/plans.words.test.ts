import { describe, expect, it } from 'vitest';
import {
  sampleOwnPlan,
  samplePlanOrder,
  sampleSubscription,
  sampleVariant,
} from '#tests/support/plan-samples.ts';
import {
  bannerText,
  orderStateText,
  orderText,
  overText,
  priceText,
  seatRangeText,
  standingOf,
} from './plans.words.ts';

const saysOf = (own: Parameters<typeof standingOf>[0]) => {
  const { title, sentences } = standingOf(own);
  return [title, ...sentences].join(' ');
};
const trust = { id: '019a0000-0000-7000-8000-0000000000c1', school_name: 'Bright Futures Trust' };
const readOnly = sampleOwnPlan({
  refuses_growth: true,
  subscription: sampleSubscription({ state: 'read_only', days_left: 0 }),
});

describe('how a plan is', () => {
  it('says in a trial until when it is and what to do to go on', () => {
    const own = sampleOwnPlan({ subscription: sampleSubscription({ state: 'trial' }) });
    expect(saysOf(own)).toMatch(/Trial until .*30.* 5 days left\. To go on after that, please pay/u);
    expect(standingOf(own).isGood).toBe(true);
  });

  it('says that a plan that is not renewed ends', () => {
    const own = sampleOwnPlan({ subscription: sampleSubscription({ ends_at_period_end: true }) });
    expect(saysOf(own)).toContain('It is not renewed.');
  });

  it('says in the grace how many days are left', () => {
    const subscription = sampleSubscription({ state: 'grace', days_left: 0, grace_days_left: 1 });
    expect(saysOf(sampleOwnPlan({ subscription }))).toContain('Not paid yet: 1 day left');
  });

  it('says what still works where it is read-only, and what does not', () => {
    const says = saysOf(readOnly);
    expect(says).toContain('Children go on writing, and nothing is lost.');
    expect(says).toContain('cannot invite or add staff');
    expect(says).toContain('Everything can still be exported.');
  });

  it('says nothing of a plan that nobody needs', () => {
    const own = sampleOwnPlan({ is_required: false, subscription: null });
    expect(standingOf(own)).toMatchObject({ isGood: true, title: 'No plan is needed' });
    expect(bannerText(own)).toBeNull();
    const late = sampleSubscription({ state: 'grace', grace_days_left: 3 });
    expect(standingOf(sampleOwnPlan({ is_required: false, subscription: late })).isGood).toBe(true);
    expect(bannerText(sampleOwnPlan({ is_required: false, subscription: late }))).toBeNull();
  });

  it('says until when one has to be chosen', () => {
    const own = sampleOwnPlan({ subscription: null, choose_until: '2026-12-10' });
    expect(saysOf(own)).toMatch(/Please choose a plan Everything works without one until .*2026/u);
    expect(bannerText(own)).toMatch(/^Please choose a plan by .*2026/u);
    expect(saysOf({ ...own, choose_until: null, refuses_growth: true })).toContain('Read-only');
  });

  it('says which organization includes the school, and whom to ask where its plan ran out', () => {
    const covered = sampleOwnPlan({ subscription: null, covered_by: { ...trust, state: 'active' } });
    expect(saysOf(covered)).toContain('Covered by Bright Futures Trust');
    const ranOut = {
      ...covered,
      refuses_growth: true,
      covered_by: { ...trust, state: 'read_only' as const },
    };
    expect(saysOf(ranOut)).toContain('Please ask Bright Futures Trust to renew it.');
    expect(bannerText(covered)).toBeNull();
    expect(bannerText(ranOut)).not.toBeNull();
  });

  it('leads back to a plan where the last one ended', () => {
    const own = sampleOwnPlan({ subscription: sampleSubscription({ state: 'ended' }) });
    expect(saysOf(own)).toContain('You can choose a plan again at any time.');
    expect(saysOf({ ...own, refuses_growth: true })).toContain('please choose a plan again');
  });
});

describe('the banner', () => {
  it('is there in the grace and where it is read-only, and else not', () => {
    const grace = sampleSubscription({ state: 'grace', grace_days_left: 9 });
    expect(bannerText(sampleOwnPlan({ subscription: grace }))).toContain('9 days left');
    expect(bannerText(readOnly)).toContain('Children go on writing');
    expect(bannerText(sampleOwnPlan())).toBeNull();
  });
});

describe('words', () => {
  it('say seats, prices and orders', () => {
    expect(seatRangeText({ seat_minimum: 1, seat_maximum: null })).toBe('Any number of seats');
    expect(seatRangeText({ seat_minimum: 10, seat_maximum: null })).toBe('10 seats or more');
    expect(seatRangeText({ seat_minimum: 10, seat_maximum: 200 })).toBe('10 to 200 seats');
    expect(seatRangeText({ seat_minimum: 5, seat_maximum: 5 })).toBe('5 seats');
    expect(priceText(sampleVariant({ seat_price: 0 }))).toBe('Free');
    expect(priceText(sampleVariant())).toMatch(/2[.,]00.* a seat each month/u);
    expect(orderText(samplePlanOrder())).toBe('School, monthly, 40 seats');
    expect(orderText(samplePlanOrder({ purpose: 'seats', seats: 1 }))).toBe('1 more seat, School');
    expect(orderStateText({ state: 'lapsed', is_replaced: true })).toBe('Taken back');
    expect(orderStateText({ state: 'lapsed', is_replaced: false })).toBe('Not paid in time');
  });

  it('say how many are over the seats, and that nothing stops', () => {
    expect(overText(40, 40)).toBeNull();
    expect(overText(41, 40)).toMatch(/^1 student more .* Nothing stops/u);
  });
});
