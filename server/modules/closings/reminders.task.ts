import * as v from 'valibot';
import { officeStaff } from '#contract/kit/roles.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { TaskKind } from '#server/platform/due-work.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { closingLetter } from './closings.letters.ts';
import * as repository from './closings.repository.ts';

/** Its tenant is the platform, as of all tasks about closings. */
export const remindOfClosing = 'closings.remind';

const minute = 60_000;
const Payload = v.object({ tenant_id: v.string(), closing_id: v.string() });

/** Writes to all who run the school. In its own scope. */
export async function tellOffice(
  transaction: TenantTransaction,
  tenantId: string,
  about: {
    outbox: MailOutbox;
    closing: { due_at: Date; is_by_platform: boolean };
    isReminder: boolean;
    now: Date;
  },
): Promise<void> {
  const { outbox, closing, isReminder, now } = about;
  const school = await repository.findSchool(transaction, tenantId);
  if (!school) return;
  const { school_name } = school;
  for (const reader of await outbox.listReaders(transaction, tenantId, officeStaff)) {
    const letter = closingLetter(reader, { school_name, ...closing, isReminder });
    await outbox.add(transaction, tenantId, letter, { now });
  }
}

/** Reminds the office of a school that still closes. The letters are written with the end of the task, so that they go out once. */
export function reminderTask({ outbox }: { outbox: MailOutbox }): TaskKind {
  return {
    name: remindOfClosing,
    atOnce: 2,
    attemptTakes: 10 * minute,
    tooLate: 'The school was gone before it was reminded',
    async run() {
      return { is: 'done' };
    },
    async onEnd(transaction, { payload }, { state, at: now }) {
      if (state === 'failed') return;
      const { tenant_id, closing_id } = v.parse(Payload, payload);
      await elsewhere(transaction, tenant_id, async () => {
        const closing = await repository.findClosing(transaction, tenant_id);
        if (closing?.id !== closing_id || closing.gone_at !== null) return;
        await tellOffice(transaction, tenant_id, { outbox, closing, isReminder: true, now });
      });
    },
  };
}
