import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey, nextPage } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { overAt } from '#contract/subscriptions/periods.rules.ts';
import type { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import {
  canHaveSeats,
  letsGrow,
  mostSeats,
  planOrderDays,
  stateAt,
  type SeatRange,
} from '#contract/subscriptions/subscriptions.rules.ts';
import type { OwnSubscription, PlanQuote } from '#contract/subscriptions/subscriptions.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { PlanOrders } from '../orders/plan-orders.ts';
import type { findSeller } from '../orders/shop.repository.ts';
import { describePlanOrder, describeSubscription, namedVariant } from './described-subscription.ts';
import type { Lifecycle } from './lifecycle.ts';
import { beginningOf, quoteSeats, quoteStart } from './plan-prices.ts';
import { findVariant, listPlans } from './plans.repository.ts';
import type { Seats } from './seats.ts';
import { standingOf } from './standing.ts';
import * as repository from './subscriptions.repository.ts';
import type { SubscriptionRow } from './subscriptions.repository.ts';

type Parsed<Name extends keyof typeof subscriptionEndpoints> = EndpointParsed<
  (typeof subscriptionEndpoints)[Name]
>;

/** Orders that wait to be paid at once: one of a period, one of seats. */
const openOrders = 10;

const day = 24 * 60 * 60 * 1000;

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

/** @throws Problem at the seats */
function refuseSeats(variant: SeatRange, seats: number, what = 'This plan'): void {
  if (canHaveSeats(variant, seats)) return;
  const { seat_minimum } = variant;
  throw new Problem(requestProblems.invalid, {
    errors: { seats: [`${what} is for ${seat_minimum} to ${mostSeats(variant)} seats`] },
  });
}

/** @throws Problem `subscriptions.price_changed`, with the quote as it is now */
function refuseOtherTotal(quote: PlanQuote, total: number): void {
  if (quote.total !== total) throw new Problem(subscriptionProblems.price_changed, { details: { quote } });
}

/** The plan of a school or an organization: chosen, changed and paid by its office. */
export function createSubscriptionService(options: {
  lifecycle: Pick<Lifecycle, 'advance' | 'reorder' | 'place' | 'drop'>;
  orders: PlanOrders;
  seats: Seats;
  findSeller: typeof findSeller;
}) {
  const { lifecycle, orders, seats } = options;

  async function present({ transaction, tenant, now }: Call<Actor>): Promise<OwnSubscription> {
    const { own, own_state: _state, ...standing } = await standingOf(transaction, tenant.id, now);
    const { rows } = await repository.listOrders(transaction, tenant.id, {
      limit: openOrders,
      isOpen: true,
    });
    const { name: seller } = await options.findSeller(transaction);
    return {
      ...standing,
      seats_used: await seats.used(transaction, tenant.id, now),
      subscription: own ? await describeSubscription(transaction, tenant.id, own, now) : null,
      may_try: own === undefined,
      open_orders: rows.toReversed().map(describePlanOrder),
      seller,
      is_test: orders.isTest,
    };
  }

  /** @throws Problem `subscriptions.variant_not_found`, `subscriptions.not_offered` unless it is the one that is kept */
  async function offeredVariant(transaction: TenantTransaction, id: string, kept: string | null = null) {
    const variant = await findVariant(transaction, id);
    if (!variant) throw new Problem(subscriptionProblems.variant_not_found);
    if (!variant.is_offered && id !== kept) throw new Problem(subscriptionProblems.not_offered);
    return variant;
  }

  /** The latest one, locked and as of now. @throws Problem `subscriptions.not_found` */
  async function lockLatest({ transaction, tenant, now }: Call<Actor>): Promise<SubscriptionRow> {
    const latest = await repository.findLatest(transaction, tenant.id);
    if (!latest) throw new Problem(subscriptionProblems.not_found);
    await lifecycle.advance(transaction, { tenant_id: tenant.id, id: latest.id }, now);
    const row = await repository.lockSubscription(transaction, tenant.id, latest.id);
    if (!row) throw new Problem(subscriptionProblems.not_found);
    return row;
  }

  /** @throws Problem `subscriptions.not_found` */
  function refuseEnded({ state }: SubscriptionRow): void {
    if (state === 'ended') throw new Problem(subscriptionProblems.not_found);
  }

  const write = (
    { transaction, actor }: Call<Actor>,
    action: AuditAction<'subscriptions'>,
    subject_id: string,
    details: Record<string, unknown>,
  ) =>
    audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action,
      subject_id,
      details,
    });

  /** @throws Problem `subscriptions.not_active` where the period is over */
  async function quoteMore({ transaction, tenant, now }: Call<Actor>, row: SubscriptionRow, more: number) {
    const state = stateAt(row, now);
    if (state !== 'active' && state !== 'trial') throw new Problem(subscriptionProblems.not_active);
    const variant = await offeredVariant(transaction, row.variant_id, row.variant_id);
    refuseSeats(variant, row.seats + more);
    const live = await repository.listLive(transaction, tenant.id, row.id);
    const bought = live.find((each) => each.state === 'paid');
    const ahead = bought && {
      bought,
      variant: await offeredVariant(transaction, bought.variant_id, bought.variant_id),
    };
    const tax = await orders.taxIn(transaction, row.billing.country, now);
    const quote = quoteSeats(row, { variant, ahead: ahead ?? null, seats: more, tax, now });
    if (ahead && quote.lines.length > 1)
      refuseSeats(ahead.variant, ahead.bought.seats + more, 'The plan that is paid for the next period');
    return { quote, live };
  }

  /** Whether this call was answered before. @throws Problem `subscriptions.id_taken` where it was for something else */
  async function areOrdered(
    { transaction, tenant }: Call<Actor>,
    { added_seats }: SubscriptionRow,
    { id, seats: asked }: Parsed<'orderSeats'>['body'],
  ): Promise<boolean> {
    const bought = await repository.findBought(transaction, tenant.id, id);
    if (!bought && added_seats[id] === undefined) return false;
    const before = bought?.purpose === 'period' ? null : (bought?.seats ?? added_seats[id]);
    if (before !== asked) throw new Problem(subscriptionProblems.id_taken);
    return true;
  }

  return {
    read: (_input: unknown, call: Call<Actor>): Promise<OwnSubscription> => present(call),

    /** @throws Problem `subscriptions.variant_not_found`, `subscriptions.not_offered` */
    async quote({ query }: Parsed<'quote'>, { transaction, tenant, now }: Call<Actor>): Promise<PlanQuote> {
      const variant = await offeredVariant(transaction, query.variant_id);
      refuseSeats(variant, query.seats);
      const tax = await orders.taxIn(transaction, query.country, now);
      const mayTry = (await repository.findLatest(transaction, tenant.id)) === undefined;
      return quoteStart(variant, { seats: query.seats, tax, mayTry, now });
    },

    /** The same choice again answers the same. @throws the Problems of `subscriptions.start` */
    async start({ body }: Parsed<'start'>, call: Call<Actor>): Promise<OwnSubscription> {
      const { transaction, tenant, now, origin } = call;
      const { id, variant_id, billing } = body;
      const fingerprint = sha256(JSON.stringify(body));
      const isKnown = async () => {
        const known = await repository.findSubscription(transaction, tenant.id, id);
        if (known && !known.fingerprint.equals(fingerprint)) throw new Problem(subscriptionProblems.id_taken);
        return known !== undefined;
      };
      if (await isKnown()) return await present(call);
      const { own, own_state, covered_by } = await standingOf(transaction, tenant.id, now);
      if (own && own_state !== 'ended') throw new Problem(subscriptionProblems.subscribed);
      if (letsGrow(covered_by?.state ?? null)) throw new Problem(subscriptionProblems.covered);
      // Over by its dates, and no task has written it yet.
      if (own) await lifecycle.advance(transaction, { tenant_id: tenant.id, id: own.id }, now);
      const variant = await offeredVariant(transaction, variant_id);
      refuseSeats(variant, body.seats);
      const mayTry = own === undefined;
      const tax = await orders.taxIn(transaction, billing.country, now);
      refuseOtherTotal(quoteStart(variant, { seats: body.seats, tax, mayTry, now }), body.total);
      const isNew = await repository.insertSubscription(transaction, {
        ...beginningOf(variant, { mayTry, now }),
        tenant_id: tenant.id,
        id,
        variant_id,
        seats: body.seats,
        billing: JSON.stringify(billing),
        origin: origin ?? '',
        fingerprint,
        created_at: now,
      });
      if (!isNew) {
        // The same call may have come at the same moment.
        if (await isKnown()) return await present(call);
        throw new Problem(subscriptionProblems.subscribed);
      }
      const details = { name: variant.plan.name, period: variant.period, seats: body.seats };
      await write(call, 'subscriptions.chosen', id, details);
      await lifecycle.advance(transaction, { tenant_id: tenant.id, id }, now);
      return await present(call);
    },

    /** @throws Problem `subscriptions.not_found`, `subscriptions.variant_not_found`, `subscriptions.not_offered` */
    async update({ body }: Parsed<'update'>, call: Call<Actor>): Promise<OwnSubscription> {
      const { transaction, tenant, now } = call;
      const row = await lockLatest(call);
      refuseEnded(row);
      const key = { tenant_id: tenant.id, id: row.id };
      const { next, ends_at_period_end, billing } = body;
      if (next) refuseSeats(await offeredVariant(transaction, next.variant_id, row.variant_id), next.seats);
      const changes = {
        ...(next !== undefined && {
          next_variant_id: next?.variant_id ?? null,
          next_seats: next?.seats ?? null,
        }),
        ...(ends_at_period_end !== undefined && { ends_at_period_end }),
        ...(billing !== undefined && { billing: JSON.stringify(billing) }),
      };
      if (Object.keys(changes).length === 0) return await present(call);
      await repository.updateSubscription(transaction, key, changes);
      await write(call, 'subscriptions.changed', row.id, {
        ...(next !== undefined && { next }),
        ...(ends_at_period_end !== undefined && { ends_at_period_end }),
        ...(billing !== undefined && { billing: true }),
      });
      if (next !== undefined || ends_at_period_end !== undefined)
        await lifecycle.reorder(transaction, key, now);
      return await present(call);
    },

    /** @throws Problem `subscriptions.not_found`, `subscriptions.not_active` */
    async quoteSeats({ query }: Parsed<'quoteSeats'>, call: Call<Actor>): Promise<PlanQuote> {
      const row = await repository.findLatest(call.transaction, call.tenant.id);
      if (!row) throw new Problem(subscriptionProblems.not_found);
      refuseEnded(row);
      return (await quoteMore(call, row, query.seats)).quote;
    },

    /** The same order again answers the same. @throws the Problems of `subscriptions.orderSeats` */
    async orderSeats({ body }: Parsed<'orderSeats'>, call: Call<Actor>): Promise<OwnSubscription> {
      const { transaction, tenant, now } = call;
      // The same call may be under way, so the lock comes first.
      const row = await lockLatest(call);
      if (await areOrdered(call, row, body)) return await present(call);
      refuseEnded(row);
      const key = { tenant_id: tenant.id, id: row.id };
      const { quote, live } = await quoteMore(call, row, body.seats);
      if (live.some(({ purpose, state }) => purpose === 'seats' && state === 'open'))
        throw new Problem(subscriptionProblems.order_waits);
      refuseOtherTotal(quote, body.total);
      await write(call, 'subscriptions.seats_ordered', row.id, { seats: body.seats });
      if (quote.lines.length === 0) {
        const added_seats = JSON.stringify({ ...row.added_seats, [body.id]: body.seats });
        await repository.updateSubscription(transaction, key, { seats: row.seats + body.seats, added_seats });
        await lifecycle.reorder(transaction, key, now);
        return await present(call);
      }
      const latest = new Date(now.getTime() + planOrderDays * day);
      const over = overAt(row.period_end);
      const { period_start, period_end, variant_id } = row;
      await lifecycle.place(
        transaction,
        key,
        row,
        {
          id: body.id,
          purpose: 'seats',
          variant_id,
          seats: body.seats,
          period_start,
          period_end,
          is_for_next: quote.lines.length > 1,
          currency: quote.currency,
          lines: quote.lines,
          lapses_at: latest < over ? latest : over,
          reminded: null,
        },
        now,
      );
      return await present(call);
    },

    /** @throws Problem `subscriptions.order_not_found`, also of one that is paid */
    async cancelOrder({ params }: Parsed<'cancelOrder'>, call: Call<Actor>): Promise<OwnSubscription> {
      const { transaction, tenant, now } = call;
      const bought = await repository.findBought(transaction, tenant.id, params.id);
      if (bought?.purpose !== 'seats') throw new Problem(subscriptionProblems.order_not_found);
      const key = { tenant_id: tenant.id, id: bought.subscription_id };
      await repository.lockSubscription(transaction, tenant.id, key.id);
      await lifecycle.drop(transaction, key, { purpose: 'seats', is_replaced: true }, now);
      const after = await repository.findBought(transaction, tenant.id, params.id);
      if (after?.state !== 'void') throw new Problem(subscriptionProblems.order_not_found);
      if (bought.state === 'open')
        await write(call, 'subscriptions.order_cancelled', key.id, { seats: bought.seats });
      return await present(call);
    },

    async listCovered({ query }: Parsed<'listCovered'>, { transaction, tenant, now }: Call<Actor>) {
      const schools = tenant.is_organization ? await seats.listSchools(transaction, tenant.id) : [];
      const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
      const sorted = schools.toSorted((one, other) => compare(one.school_name, other.school_name));
      const page = sorted.slice(query.offset, query.offset + query.limit);
      const counts = await seats.countEach(
        transaction,
        page.map(({ id }) => id),
        now,
      );
      return {
        count: sorted.length,
        next: nextPage(query, sorted.length),
        results: page.map((school) => ({ ...school, seats_used: counts.get(school.id) ?? 0 })),
      };
    },

    async listOrders({ query }: Parsed<'listOrders'>, { transaction, tenant }: Call<Actor>) {
      const { count, rows, after } = await repository.listOrders(transaction, tenant.id, {
        ...query,
        isOpen: false,
      });
      return { count, next: nextByKey(after, query), results: rows.map(describePlanOrder) };
    },

    async list({ query }: Parsed<'list'>, { transaction, now }: Call<Actor>) {
      const { count, rows, after } = await elsewhere(transaction, null, () =>
        repository.listSubscriptions(transaction, query),
      );
      const plans = await listPlans(transaction);
      const tenants = rows.map(({ tenant_id: id, is_organization }) => ({ id, is_organization }));
      const used = await seats.usedByEach(transaction, tenants, now);
      const results = rows.map(
        ({ tenant_id, school_name, is_organization, variant_id, created_at, ...row }) => ({
          ...row,
          tenant: { id: tenant_id, school_name, is_organization },
          ...namedVariant(plans, variant_id),
          seats_used: used.get(tenant_id) ?? 0,
          since: created_at.toISOString(),
        }),
      );
      return { count, next: nextByKey(after, query), results };
    },
  };
}
