import { officeStaff } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';

const month = 30 * 24 * 60 * 60 * 1000;

/** Writes to all who run the school that four fifths of its room are used. */
export function createNearlyFull({ outbox }: { outbox: Pick<MailOutbox, 'add' | 'listReaders'> }) {
  return async (transaction: TenantTransaction, tenantId: string, now: Date): Promise<void> => {
    for (const reader of await outbox.listReaders(transaction, tenantId, officeStaff))
      await outbox.add(
        transaction,
        tenantId,
        {
          kind: 'tenants.nearly_full',
          subject_id: reader.id,
          to: { name: reader.first_name, address: reader.email },
          subject: words`Your room for pictures is nearly full`,
          letter: {
            greeting: words`Hello ${reader.first_name},`,
            paragraphs: [
              words`Your school has used more than 80 % of its room for pictures, recordings and files.`,
              words`When it is full, words are still saved and sent. New pictures stay on the tablets until there is room.`,
              words`Please write to the platform if you need more room, or remove books and files that nobody needs.`,
            ],
            action: null,
            notes: [],
          },
          useful_until: new Date(now.getTime() + month),
        },
        { now },
      );
  };
}
