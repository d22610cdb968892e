import { uuidv7 } from 'uuidv7';
import { closingProblems } from '#contract/closings/closings.problems.ts';
import { closingDays, reminderDays } from '#contract/closings/closings.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth, type DoneBy } from '#server/platform/audit-both.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import * as repository from './closings.repository.ts';
import { deleteSchool } from './deletion.task.ts';
import { remindOfClosing, tellOffice } from './reminders.task.ts';

const day = 24 * 60 * 60 * 1000;

/** A school that can be closed; locked. @throws Problem `tenants.not_found`, `closings.not_open` */
export async function lockOpen(transaction: TenantTransaction, tenantId: string) {
  const school = await repository.lockSchool(transaction, tenantId);
  if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
  const isPending = school.registered_at !== null && school.set_up_at === null;
  // What nobody set up is swept away by itself.
  if (isPending || school.closes_at !== null || school.gone_at !== null)
    throw new Problem(closingProblems.not_open);
  return school;
}

/** In the school's scope. @returns until when it can be read and kept */
export async function beginClosing(
  school: { id: string; school_name: string },
  about: {
    reason: string;
    is_by_platform: boolean;
    /** Who gets the receipt; left out: it is for whoever asks. */
    closer: { first_name: string; email: string } | undefined;
  },
  by: DoneBy & { now: Date },
  { outbox, addTask }: { outbox: MailOutbox; addTask: DueWork['add'] },
): Promise<Date> {
  const { transaction, now } = by;
  const { reason, is_by_platform, closer } = about;
  const tenant_id = school.id;
  const id = uuidv7();
  const due_at = new Date(now.getTime() + closingDays * day);
  await repository.removeAsk(transaction, tenant_id);
  const closing = { id, is_by_platform, reason, begun_at: now, due_at };
  await repository.insertClosing(transaction, {
    tenant_id,
    ...closing,
    receipt_name: closer?.first_name ?? null,
    receipt_to: closer?.email ?? null,
  });
  await repository.setClosesAt(transaction, tenant_id, { closes_at: due_at, now });
  await auditBoth(by, school, 'tenants.closing', { reason });
  await tellOffice(transaction, tenant_id, { outbox, closing, isReminder: false, now });
  const platform = await findPlatformId(transaction);
  if (platform === undefined) throw new Error('There is no platform that could delete a school');
  await elsewhere(transaction, platform, async () => {
    const payload = { tenant_id, closing_id: id };
    const task = { payload, created_at: now };
    await addTask(transaction, platform, { ...task, kind: deleteSchool, subject: id, due_at });
    for (const days of reminderDays) {
      const reminded = new Date(due_at.getTime() - days * day);
      const reminder = { kind: remindOfClosing, subject: `${id} ${days}`, due_at: reminded };
      await addTask(transaction, platform, { ...task, ...reminder, give_up_at: due_at });
    }
  });
  return due_at;
}
