import * as v from 'valibot';
import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { letterDue, nextLook } from '#contract/learning/reminders.rules.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork, TaskKind } from '#server/platform/due-work.ts';
import type { ContentService } from '../content/content.service.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { eventReminderLetter } from './reminders.letter.ts';
import * as repository from './reminders.repository.ts';
import { remindOfEvent } from './reminders.service.ts';

const minute = 60_000;
const Payload = v.object({ origin: v.nullable(v.string()) });

interface Options {
  listPages: ContentService['listWithMoments'];
  outbox: Pick<MailOutbox, 'add'>;
  addTask: DueWork['add'];
}

interface Look {
  tenantId: string;
  pageId: string;
  origin: string | null;
  now: Date;
}

/**
 * Looks at an event for which reminders are set, and again until it begins, because it may be moved. One that is over, called off or taken off
 * takes its reminders along. All of it is done with the end of the task, so that each letter goes out once.
 */
export function eventReminderTask({ listPages, outbox, addTask }: Options): TaskKind {
  async function findEvent(transaction: TenantTransaction, { tenantId, pageId, now }: Look) {
    const shown = await listPages({ transaction, tenantId, reader: 'staff', now });
    const card = shown.find((each) => each.card.id === pageId)?.card;
    if (card?.called_off) return null;
    const starts_at = card?.starts_at === undefined ? null : new Date(card.starts_at);
    return card && starts_at !== null && starts_at > now ? { card, starts_at } : null;
  }

  async function endReminders(transaction: TenantTransaction, { tenantId, pageId }: Look): Promise<void> {
    const reminders = await repository.listReminders(transaction, tenantId, pageId);
    await withChanges(transaction, tenantId, async (changes) => {
      for (const { user_id } of reminders) {
        await repository.removeReminder(transaction, { tenantId, userId: user_id, pageId });
        changes.put(scopeOf.user(user_id), 'learning', pageId);
      }
    });
  }

  async function writeLetters(
    transaction: TenantTransaction,
    { card, starts_at }: { card: ContentCard; starts_at: Date },
    { tenantId, pageId, origin, now }: Look,
  ): Promise<boolean> {
    const reminders = await repository.listReminders(transaction, tenantId, pageId);
    const href = origin === null ? null : `${origin}${addressOf(card)}`;
    for (const { user_id, first_name, email, set_at, day_told, hour_told } of reminders) {
      const told = { day: day_told?.getTime() ?? null, hour: hour_told?.getTime() ?? null };
      const times = { starts: starts_at.getTime(), since: set_at.getTime(), told };
      const letter = letterDue(times, now.getTime());
      if (letter === null || email === null) continue;
      const to = { name: first_name, address: email };
      const mail = eventReminderLetter(to, { title: card.title, starts_at, href });
      await outbox.add(transaction, tenantId, mail, { now });
      const by = { tenantId, userId: user_id, pageId };
      await repository.noteTold(
        transaction,
        by,
        letter === 'day' ? { day_told: starts_at } : { hour_told: starts_at },
      );
    }
    return reminders.length > 0;
  }

  return {
    name: remindOfEvent,
    atOnce: 2,
    attemptTakes: minute,
    tooLate: 'The event was not looked at in time',
    async run({ subject }) {
      return subject === null ? { is: 'failed', reason: 'It names no event' } : { is: 'done' };
    },
    async onEnd(transaction, { tenant_id, subject, payload }, { state, at: now }) {
      if (state === 'failed' || subject === null) return;
      const { origin } = v.parse(Payload, payload);
      const look = { tenantId: tenant_id, pageId: subject, origin, now };
      const event = await findEvent(transaction, look);
      if (!event) {
        await endReminders(transaction, look);
        return;
      }
      if (!(await writeLetters(transaction, event, look))) return;
      await addTask(transaction, tenant_id, {
        kind: remindOfEvent,
        subject,
        payload: { origin },
        due_at: new Date(nextLook(event.starts_at.getTime(), now.getTime())),
        created_at: now,
      });
    },
  };
}
