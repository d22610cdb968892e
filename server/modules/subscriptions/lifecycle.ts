import { uuidv7 } from 'uuidv7';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { isOver, periodFrom, type Span } from '#contract/subscriptions/periods.rules.ts';
import {
  nextChangeAt,
  planOrderDays,
  reminderAt,
  renewalDay,
  seatsOfNextOrder,
  stateAt,
} from '#contract/subscriptions/subscriptions.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { PlanOrders } from '../orders/plan-orders.ts';
import type { Settling } from '../payments/settling.service.ts';
import { lineTitle } from './line-titles.ts';
import { getVariant } from './plans.repository.ts';
import { createReminders, morningOf, type Key } from './reminders.ts';
import type { Seats } from './seats.ts';
import * as repository from './subscriptions.repository.ts';
import type { BoughtRow, SubscriptionRow } from './subscriptions.repository.ts';

/** The kind of task that moves a subscription on. */
export const renewSubscription = 'subscriptions.renew';

const day = 24 * 60 * 60 * 1000;

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** How a subscription goes on: by its dates, by money for its orders, and by what is chosen. Each step may be repeated. */
export function createLifecycle(options: {
  orders: PlanOrders;
  /** An order that costs nothing is paid at once. */
  completeFree: Settling['completeFree'];
  seats: Pick<Seats, 'used'>;
  outbox: MailOutbox;
  addTask: DueWork['add'];
}) {
  const { orders, completeFree, seats, outbox, addTask } = options;
  const { sayDue, sayReadOnly, remind, scheduleReminder } = createReminders({ outbox, addTask });

  /** Orders a period, or more seats: one that costs nothing is paid at once. */
  async function place(
    transaction: TenantTransaction,
    key: Key,
    row: SubscriptionRow,
    draft: Span & {
      id: string;
      purpose: BoughtRow['purpose'];
      variant_id: string;
      seats: number;
      is_for_next: boolean;
      currency: string;
      lines: Parameters<PlanOrders['place']>[2]['lines'];
      lapses_at: Date;
      reminded: number | null;
    },
    now: Date,
  ): Promise<void> {
    const { tenant_id } = key;
    const { id, currency, lines, lapses_at, ...bought } = draft;
    const { billing, origin } = row;
    const { total } = await orders.place(transaction, tenant_id, {
      id,
      subscription_id: row.id,
      lines,
      currency,
      billing,
      origin,
      now,
      lapses_at,
    });
    await repository.insertBought(transaction, {
      ...bought,
      tenant_id,
      order_id: id,
      subscription_id: row.id,
    });
    if (total === 0) await completeFree(transaction, tenant_id, id, now);
    else await orders.issue(transaction, tenant_id, id, now);
  }

  async function placeNext(
    transaction: TenantTransaction,
    key: Key,
    row: SubscriptionRow,
    now: Date,
  ): Promise<void> {
    const variant = await getVariant(transaction, row.next_variant_id ?? row.variant_id);
    const used = await seats.used(transaction, key.tenant_id, now);
    const chosen = row.next_seats ?? row.seats;
    const ordered = seatsOfNextOrder(variant, { chosen, used });
    const span = periodFrom(addDays(row.period_end, 1), variant.period, row.anchor_day);
    const id = uuidv7();
    const title = lineTitle(variant.plan.name, span);
    // What is due already is said by the first letter.
    const reminded = reminderAt(row.period_end, now);
    await place(
      transaction,
      key,
      row,
      {
        ...span,
        id,
        purpose: 'period',
        variant_id: variant.id,
        seats: ordered,
        is_for_next: false,
        currency: variant.currency,
        lines: [{ title, seats: ordered, unit_price: variant.seat_price }],
        lapses_at: new Date(now.getTime() + planOrderDays * day),
        reminded,
      },
      now,
    );
    const bought = await repository.findBought(transaction, key.tenant_id, id);
    if (bought?.state === 'open') await sayDue(transaction, key, { row, bought }, now);
  }

  /** Takes orders back that wait for money. */
  async function drop(
    transaction: TenantTransaction,
    { tenant_id, id }: Key,
    which: { purpose?: BoughtRow['purpose']; is_replaced: boolean },
    now: Date,
  ): Promise<void> {
    for (const { order_id, state, purpose } of await repository.listLive(transaction, tenant_id, id)) {
      if (state !== 'open' || (which.purpose !== undefined && purpose !== which.purpose)) continue;
      const { is_replaced } = which;
      if (await orders.takeBack(transaction, tenant_id, order_id, now))
        await repository.updateBought(transaction, { tenant_id, order_id }, { state: 'void', is_replaced });
    }
  }

  /** A period that is paid begins once the one before is over; after a trial, in grace and read-only at once. */
  async function rollIn(
    transaction: TenantTransaction,
    key: Key,
    row: SubscriptionRow,
    now: Date,
  ): Promise<SubscriptionRow> {
    const live = await repository.listLive(transaction, key.tenant_id, key.id);
    const paid = live.find(({ state }) => state === 'paid');
    if (!paid || (row.state === 'active' && !isOver(row.period_end, now))) return row;
    const { order_id, variant_id, period_start, period_end } = paid;
    const changes = { variant_id, seats: paid.seats, period_start, period_end, state: 'active' as const };
    await repository.updateBought(transaction, { tenant_id: key.tenant_id, order_id }, { state: 'applied' });
    await repository.updateSubscription(transaction, key, changes);
    // Seats of a period that is over.
    await drop(transaction, key, { purpose: 'seats', is_replaced: false }, now);
    return { ...row, ...changes };
  }

  /** A period that is paid ahead never begins once its subscription has ended: asks its money back. */
  async function giveBackAhead(
    transaction: TenantTransaction,
    { tenant_id, id }: Key,
    now: Date,
  ): Promise<void> {
    for (const { order_id, state } of await repository.listLive(transaction, tenant_id, id)) {
      if (state !== 'paid') continue;
      await repository.updateBought(transaction, { tenant_id, order_id }, { state: 'void' });
      await orders.giveBack(transaction, tenant_id, order_id, now);
    }
  }

  async function enter(
    transaction: TenantTransaction,
    key: Key,
    row: SubscriptionRow,
    state: SubscriptionRow['state'],
    now: Date,
  ): Promise<void> {
    const ended_at = state === 'ended' ? now : null;
    await repository.updateSubscription(transaction, key, { state, ended_at });
    if (state === 'ended') {
      await drop(transaction, key, { is_replaced: false }, now);
      return await giveBackAhead(transaction, key, now);
    }
    await drop(transaction, key, { purpose: 'seats', is_replaced: false }, now);
    if (state !== 'read_only') return;
    const live = await repository.listLive(transaction, key.tenant_id, key.id);
    const open = live.find(({ purpose }) => purpose === 'period');
    if (open) await sayReadOnly(transaction, key, { row, bought: open }, now);
  }

  /** When it has to be looked at next. */
  async function schedule(transaction: TenantTransaction, key: Key, now: Date): Promise<void> {
    const row = await repository.findSubscription(transaction, key.tenant_id, key.id);
    if (!row || row.state === 'ended') return;
    const live = await repository.listLive(transaction, key.tenant_id, key.id);
    const isOrdered = row.ends_at_period_end || live.some(({ purpose }) => purpose === 'period');
    const moments = [isOrdered ? null : morningOf(renewalDay(row)), nextChangeAt(row, now)].filter(
      (each) => each !== null,
    );
    const [first] = moments.toSorted((one, other) => one.getTime() - other.getTime());
    if (first)
      await addTask(transaction, key.tenant_id, {
        kind: renewSubscription,
        subject: key.id,
        due_at: first > now ? first : now,
        created_at: now,
      });
  }

  /** Brings a subscription to where its dates and its money say that it is, and orders its next period when that is due. */
  async function advance(transaction: TenantTransaction, key: Key, now: Date): Promise<void> {
    const locked = await repository.lockSubscription(transaction, key.tenant_id, key.id);
    if (!locked || locked.state === 'ended') return;
    const row = await rollIn(transaction, key, locked, now);
    const state = stateAt(row, now);
    if (state !== row.state) await enter(transaction, key, row, state, now);
    if (state === 'ended') return;
    const live = await repository.listLive(transaction, key.tenant_id, key.id);
    const isOrdered = live.some(({ purpose }) => purpose === 'period');
    if (!isOrdered && !row.ends_at_period_end && dayOf(now) >= renewalDay(row))
      await placeNext(transaction, key, row, now);
    await schedule(transaction, key, now);
  }

  /** The next period is ordered anew, as it is chosen now. */
  async function reorder(transaction: TenantTransaction, key: Key, now: Date): Promise<void> {
    await drop(transaction, key, { purpose: 'period', is_replaced: true }, now);
    await advance(transaction, key, now);
  }

  /** What was chosen for the next period is paid for; what is chosen from now on counts after it. */
  async function clearChoice(
    transaction: TenantTransaction,
    key: Key,
    { variant_id, seats: paid }: BoughtRow,
  ): Promise<void> {
    const row = await repository.lockSubscription(transaction, key.tenant_id, key.id);
    if (row?.next_variant_id !== variant_id || (row.next_seats ?? 0) > paid) return;
    await repository.updateSubscription(transaction, key, { next_variant_id: null, next_seats: null });
  }

  /** Counts more or fewer seats from now on; also in the period that is paid ahead where they are for that one too. */
  async function changeSeats(
    transaction: TenantTransaction,
    key: Key,
    row: SubscriptionRow,
    { more, isForNext }: { more: number; isForNext: boolean },
  ): Promise<void> {
    const changed = (before: number) => ({ seats: Math.max(1, before + more) });
    await repository.updateSubscription(transaction, key, changed(row.seats));
    if (!isForNext) return;
    const { tenant_id } = key;
    const live = await repository.listLive(transaction, tenant_id, key.id);
    const ahead = live.find(({ state }) => state === 'paid');
    if (!ahead) return;
    const { order_id } = ahead;
    await repository.updateBought(transaction, { tenant_id, order_id }, changed(ahead.seats));
  }

  return {
    advance,
    reorder,
    schedule,
    place,
    drop,
    remind,
    scheduleReminder,

    /** An order of a plan is paid. Money for one that is void goes back, so it changes nothing. */
    async paid(transaction: TenantTransaction, order: Key, now: Date): Promise<void> {
      const { tenant_id } = order;
      const bought = await repository.findBought(transaction, tenant_id, order.id);
      if (bought?.state !== 'open') return;
      const bounds = { tenant_id, order_id: order.id };
      const key = { tenant_id, id: bought.subscription_id };
      if (bought.purpose === 'period') {
        await repository.updateBought(transaction, bounds, { state: 'paid' });
        await clearChoice(transaction, key, bought);
        return await advance(transaction, key, now);
      }
      const isTooLate = isOver(bought.period_end, now);
      await repository.updateBought(transaction, bounds, { state: isTooLate ? 'void' : 'applied' });
      if (isTooLate) return;
      const row = await repository.lockSubscription(transaction, tenant_id, key.id);
      if (!row) throw new Error('More seats are of a subscription');
      await changeSeats(transaction, key, row, { more: bought.seats, isForNext: bought.is_for_next });
      await reorder(transaction, key, now);
    },

    /** What a refunded order paid for is taken back: the subscription ends with the last day that is still paid. */
    async refunded(transaction: TenantTransaction, order: Key, now: Date): Promise<void> {
      const { tenant_id } = order;
      const bought = await repository.findBought(transaction, tenant_id, order.id);
      if (bought?.state !== 'applied' && bought?.state !== 'paid') return;
      const key = { tenant_id, id: bought.subscription_id };
      await repository.updateBought(transaction, { tenant_id, order_id: order.id }, { state: 'void' });
      const row = await repository.lockSubscription(transaction, tenant_id, key.id);
      if (!row || row.state === 'ended') return;
      const isPresent = bought.period_end === row.period_end;
      if (bought.purpose === 'seats') {
        const isNext = bought.is_for_next && row.period_start === addDays(bought.period_end, 1);
        if (!isPresent && !isNext) return;
        const isForNext = isPresent && bought.is_for_next;
        await changeSeats(transaction, key, row, { more: -bought.seats, isForNext });
        return await reorder(transaction, key, now);
      }
      if (isPresent) return await enter(transaction, key, row, 'ended', now);
      if (bought.period_start <= row.period_end) return;
      await repository.updateSubscription(transaction, key, { ends_at_period_end: true });
      await advance(transaction, key, now);
    },

    /** Nobody paid in time. A subscription whose period is over ends with its order. */
    async lapsed(transaction: TenantTransaction, order: Key, now: Date): Promise<void> {
      const { tenant_id } = order;
      const bought = await repository.findBought(transaction, tenant_id, order.id);
      if (bought?.state !== 'open') return;
      await repository.updateBought(transaction, { tenant_id, order_id: order.id }, { state: 'void' });
      if (bought.purpose === 'seats') return;
      const key = { tenant_id, id: bought.subscription_id };
      const row = await repository.lockSubscription(transaction, tenant_id, key.id);
      if (!row || row.state === 'ended') return;
      if (isOver(row.period_end, now)) await enter(transaction, key, row, 'ended', now);
      else await advance(transaction, key, now);
    },
  };
}
