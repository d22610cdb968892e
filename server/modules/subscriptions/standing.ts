import { Problem } from '#contract/kit/problem.ts';
import type { Day } from '#contract/kit/day.ts';
import { isOver } from '#contract/subscriptions/periods.rules.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import {
  bestState,
  freeUntil,
  letsGrow,
  stateAt,
  type SubscriptionState,
} from '#contract/subscriptions/subscriptions.rules.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findRequiredSince } from './plans.repository.ts';
import * as repository from './subscriptions.repository.ts';
import type { SubscriptionRow } from './subscriptions.repository.ts';

export interface Standing {
  is_required: boolean;
  refuses_growth: boolean;
  choose_until: Day | null;
  own: SubscriptionRow | undefined;
  own_state: SubscriptionState | null;
  covered_by: { id: string; school_name: string; state: SubscriptionState } | null;
}

/** The organization whose plan lets a school do most; null where none has one. */
async function findCover(
  transaction: TenantTransaction,
  schoolId: string,
  now: Date,
): Promise<Standing['covered_by']> {
  const covers = [];
  for (const id of await repository.listOrganizations(transaction, schoolId)) {
    const cover = await elsewhere(transaction, id, async () => {
      const row = await repository.findLatest(transaction, id);
      const state = row && stateAt(row, now);
      if (!state || state === 'ended') return null;
      const { school_name } = await repository.findTenant(transaction, id);
      return { id, school_name, state };
    });
    if (cover) covers.push(cover);
  }
  const best = bestState(covers.map(({ state }) => state));
  return covers.find(({ state }) => state === best) ?? null;
}

/** How a tenant stands: by its own plan, or by that of an organization which includes it. */
export async function standingOf(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<Standing> {
  const required_since = await findRequiredSince(transaction);
  const own = await repository.findLatest(transaction, tenantId);
  const own_state = own ? stateAt(own, now) : null;
  const covered_by = await findCover(transaction, tenantId, now);
  const mayGrow = letsGrow(own_state) || letsGrow(covered_by?.state ?? null);
  if (required_since === null || mayGrow)
    return {
      is_required: required_since !== null,
      refuses_growth: false,
      choose_until: null,
      own,
      own_state,
      covered_by,
    };
  const { created_at: made_at } = await repository.findTenant(transaction, tenantId);
  const until = freeUntil({ required_since, made_at });
  const refuses_growth = isOver(until, now);
  return {
    is_required: true,
    refuses_growth,
    choose_until: refuses_growth ? null : until,
    own,
    own_state,
    covered_by,
  };
}

/** @throws Problem `subscriptions.read_only` where the plan of a tenant has run out; never where none is required */
export async function refuseGrowth(
  transaction: TenantTransaction,
  tenant: Pick<HostTenant, 'id' | 'is_platform'>,
  now: Date,
): Promise<void> {
  if (tenant.is_platform || (await findRequiredSince(transaction)) === null) return;
  const { refuses_growth } = await standingOf(transaction, tenant.id, now);
  if (refuses_growth) throw new Problem(subscriptionProblems.read_only);
}
