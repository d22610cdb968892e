import { daysLeft } from '#contract/subscriptions/periods.rules.ts';
import { graceDaysLeft, graceEnd, stateAt } from '#contract/subscriptions/subscriptions.rules.ts';
import type { PlanOrder, PlanVariant, Subscription } from '#contract/subscriptions/subscriptions.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { getVariant, type listPlans } from './plans.repository.ts';
import { listLive, type PlanOrderRow, type SubscriptionRow } from './subscriptions.repository.ts';

async function readVariant(
  transaction: TenantTransaction,
  id: string,
): Promise<{ plan: Subscription['plan']; variant: PlanVariant }> {
  const { plan, ...variant } = await getVariant(transaction, id);
  return { plan, variant: { ...variant, in_use: null } };
}

/** A variant out of all plans, with the name of its plan. */
export function namedVariant(
  plans: Awaited<ReturnType<typeof listPlans>>,
  id: string,
): { plan_name: string; variant: PlanVariant } {
  for (const { name, variants } of plans) {
    const variant = variants.find((each) => each.id === id);
    if (variant) return { plan_name: name, variant: { ...variant, in_use: null } };
  }
  throw new Error('A variant that a school has is there');
}

/** As the page Plans shows it: its state is that of its dates, whether or not a task wrote it yet. */
export async function describeSubscription(
  transaction: TenantTransaction,
  tenantId: string,
  row: SubscriptionRow,
  now: Date,
): Promise<Subscription> {
  const { id, seats, period_start, period_end, ends_at_period_end, billing } = row;
  const next = row.next_variant_id === null ? null : await readVariant(transaction, row.next_variant_id);
  const live = await listLive(transaction, tenantId, id);
  const ahead = live.find(({ state }) => state === 'paid');
  return {
    id,
    state: stateAt(row, now),
    ...(await readVariant(transaction, row.variant_id)),
    seats,
    period_start,
    period_end,
    days_left: daysLeft(row, now),
    grace_ends_on: graceEnd(period_end),
    grace_days_left: graceDaysLeft(row, now),
    next: next && { plan_name: next.plan.name, variant: next.variant, seats: row.next_seats ?? seats },
    paid_ahead: ahead
      ? { period_start: ahead.period_start, period_end: ahead.period_end, seats: ahead.seats }
      : null,
    ends_at_period_end,
    billing,
    since: row.created_at.toISOString(),
  };
}

export const describePlanOrder = ({ placed_at, lapses_at, paid_at, ...row }: PlanOrderRow): PlanOrder => ({
  ...row,
  placed_at: placed_at.toISOString(),
  lapses_at: lapses_at.toISOString(),
  paid_at: paid_at?.toISOString() ?? null,
});
