import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { LearntBy } from './learning.repository.ts';

/** @returns false where it was so already */
export async function setReminder(
  transaction: TenantTransaction,
  { tenantId, userId, pageId }: LearntBy,
  now: Date,
): Promise<boolean> {
  const made = await transaction
    .insertInto('live_reminders')
    .values({ tenant_id: tenantId, user_id: userId, page_id: pageId, set_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'page_id']).doNothing())
    .returning('page_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** @returns false where there was none */
export async function removeReminder(
  transaction: TenantTransaction,
  { tenantId, userId, pageId }: LearntBy,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('live_reminders')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whether the page is an event that the tenant may show. */
export async function isEvent(transaction: TenantTransaction, pageId: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('content_pages')
    .select('id')
    .where('id', '=', pageId)
    .where('kind', '=', 'event')
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of an event, with whom to write to; those who left the school are not written to. */
export async function listReminders(transaction: TenantTransaction, tenantId: string, pageId: string) {
  return await transaction
    .selectFrom('live_reminders as reminder')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'reminder.tenant_id').onRef('user.id', '=', 'reminder.user_id'),
    )
    .select([
      'reminder.user_id',
      'reminder.set_at',
      'reminder.day_told',
      'reminder.hour_told',
      'user.first_name',
      sql<string | null>`case when "user".archived_at is null then "user".email end`.as('email'),
    ])
    .where('reminder.tenant_id', '=', tenantId)
    .where('reminder.page_id', '=', pageId)
    .orderBy('reminder.user_id')
    .execute();
}

/** Notes about which beginning a letter was written. */
export async function noteTold(
  transaction: TenantTransaction,
  { tenantId, userId, pageId }: LearntBy,
  told: { day_told: Date } | { hour_told: Date },
): Promise<void> {
  await transaction
    .updateTable('live_reminders')
    .set(told)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .execute();
}
