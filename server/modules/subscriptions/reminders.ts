import { addDays } from '#contract/kit/day.ts';
import { paths } from '#contract/kit/paths.ts';
import { graceEnd, reminderAt, reminderDays } from '#contract/subscriptions/subscriptions.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { getVariant } from './plans.repository.ts';
import { dueLetter, readOnlyLetter, reminderLetter } from './subscriptions.letters.ts';
import * as repository from './subscriptions.repository.ts';
import type { BoughtRow, SubscriptionRow } from './subscriptions.repository.ts';

/** The kind of task that reminds of an order of a plan. */
export const remindOfOrder = 'subscriptions.remind';

/** When tasks and e-mails of a day are due (UTC). */
export const morningOf = (day: string) => new Date(`${day}T06:00:00Z`);

/** Of a subscription, or of an order. */
export interface Key {
  tenant_id: string;
  id: string;
}

/** A subscription, and an order of it that waits for money. */
interface Due {
  row: SubscriptionRow;
  bought: BoughtRow;
}

const payUrlOf = async (transaction: TenantTransaction, tenantId: string, orderId: string) => {
  const order = await transaction
    .selectFrom('orders')
    .select(['token', 'origin', 'total', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { ...order, pay_url: order.origin + paths.trackOrder({ token: order.token }) };
};

async function dueOrderOf(transaction: TenantTransaction, tenantId: string, bought: BoughtRow) {
  const { pay_url, total, currency } = await payUrlOf(transaction, tenantId, bought.order_id);
  const { plan } = await getVariant(transaction, bought.variant_id);
  const { seats, period_start } = bought;
  const paid_until = addDays(period_start, -1);
  return {
    plan_name: plan.name,
    seats,
    currency,
    total,
    period_start,
    paid_until,
    grace_ends_on: graceEnd(paid_until),
    pay_url,
  };
}

/** E-mails about orders of plans that wait for money. */
export function createReminders({ outbox, addTask }: { outbox: MailOutbox; addTask: DueWork['add'] }) {
  /** Adds the task of the next reminder of an order. */
  async function remindNext(
    transaction: TenantTransaction,
    tenantId: string,
    { order_id, period_start, reminded }: BoughtRow,
    now: Date,
  ): Promise<void> {
    const next = reminderDays.find((each) => reminded === null || each > reminded);
    if (next === undefined) return;
    const due_at = morningOf(addDays(period_start, next - 1));
    await addTask(transaction, tenantId, {
      kind: remindOfOrder,
      subject: order_id,
      due_at: due_at > now ? due_at : now,
      created_at: now,
    });
  }

  /** The first e-mail of an order; reminders follow. */
  async function sayDue(
    transaction: TenantTransaction,
    { tenant_id }: Key,
    { row, bought }: Due,
    now: Date,
  ): Promise<void> {
    const letter = dueLetter(row.billing, await dueOrderOf(transaction, tenant_id, bought), now);
    await outbox.add(transaction, tenant_id, letter, { now });
    await remindNext(transaction, tenant_id, bought, now);
  }

  async function sayReadOnly(
    transaction: TenantTransaction,
    { tenant_id }: Key,
    { row, bought }: Due,
    now: Date,
  ): Promise<void> {
    const { plan } = await getVariant(transaction, row.variant_id);
    const { pay_url } = await payUrlOf(transaction, tenant_id, bought.order_id);
    const facts = { plan_name: plan.name, paid_until: row.period_end, pay_url };
    await outbox.add(transaction, tenant_id, readOnlyLetter(row.billing, facts, now), { now });
  }

  /** Sends the reminder that is due, once. */
  async function remind(transaction: TenantTransaction, order: Key, now: Date): Promise<void> {
    const { tenant_id } = order;
    const before = await repository.findBought(transaction, tenant_id, order.id);
    if (!before) return;
    const row = await repository.lockSubscription(transaction, tenant_id, before.subscription_id);
    const bought = await repository.findBought(transaction, tenant_id, order.id);
    if (!row || bought?.state !== 'open') return;
    const due = reminderAt(addDays(bought.period_start, -1), now);
    if (due === null || (bought.reminded !== null && bought.reminded >= due)) return;
    await repository.updateBought(transaction, { tenant_id, order_id: order.id }, { reminded: due });
    const facts = { ...(await dueOrderOf(transaction, tenant_id, bought)), day: due };
    await outbox.add(transaction, tenant_id, reminderLetter(row.billing, facts, now), { now });
  }

  /** The task of the reminder after. */
  async function scheduleReminder(transaction: TenantTransaction, order: Key, now: Date): Promise<void> {
    const bought = await repository.findBought(transaction, order.tenant_id, order.id);
    if (bought?.state === 'open') await remindNext(transaction, order.tenant_id, bought, now);
  }

  return { sayDue, sayReadOnly, remind, scheduleReminder };
}
