import { officeStaff } from '#contract/kit/roles.ts';
import type { LetterKind } from '#contract/mail/mail.kinds.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { words, type Words } from '#server/platform/letter-words.ts';
import { noteManyStreams } from '#server/platform/usage.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Notice {
  kind: LetterKind;
  subject: Words;
  paragraphs: readonly Words[];
  /** Days for which it is worth being read. */
  days: number;
}

/** Writes to all who run the school that four fifths of something are used. */
function tellOffice({ outbox }: { outbox: Pick<MailOutbox, 'add' | 'listReaders'> }, notice: Notice) {
  const { kind, subject, paragraphs, days } = notice;
  return async (transaction: TenantTransaction, tenantId: string, now: Date): Promise<void> => {
    for (const reader of await outbox.listReaders(transaction, tenantId, officeStaff))
      await outbox.add(
        transaction,
        tenantId,
        {
          kind,
          subject_id: reader.id,
          to: { name: reader.first_name, address: reader.email },
          subject,
          letter: {
            greeting: words`Hello ${reader.first_name},`,
            paragraphs: [...paragraphs],
            action: null,
            notes: [],
          },
          useful_until: new Date(now.getTime() + days * day),
        },
        { now },
      );
  };
}

export const createNearlyFull = (by: { outbox: Pick<MailOutbox, 'add' | 'listReaders'> }) =>
  tellOffice(by, {
    kind: 'tenants.nearly_full',
    subject: words`Your room for pictures is nearly full`,
    paragraphs: [
      words`Your school has used more than 80 % of its room for pictures, recordings and files.`,
      words`When it is full, words are still saved and sent. New pictures stay on the tablets until there is room.`,
      words`Please write to the platform if you need more room, or remove books and files that nobody needs.`,
    ],
    days: 30,
  });

export const createMailsNearlyFull = (by: { outbox: Pick<MailOutbox, 'add' | 'listReaders'> }) =>
  tellOffice(by, {
    kind: 'tenants.mails_nearly_full',
    subject: words`Your school has sent most of today’s emails`,
    paragraphs: [
      words`Your school has sent 80 % of the emails that it may send in a day.`,
      words`When all are sent, further ones wait until tomorrow. Letters that somebody waits for, such as for a new password, still go out.`,
      words`Please write to the platform if your school needs more each day.`,
    ],
    days: 2,
  });

/** Once in a week, however often so many are open. */
export function createManyStreams(by: { outbox: Pick<MailOutbox, 'add' | 'listReaders'> }) {
  const tell = tellOffice(by, {
    kind: 'tenants.many_streams',
    subject: words`Your school has many tablets open at once`,
    paragraphs: [
      words`Your school has more than 80 % of the tablets and pages open that may hear of changes at once.`,
      words`Beyond that nothing is lost: the tablet that has been open longest then asks every 15 seconds instead.`,
      words`Please write to the platform if your school needs more.`,
    ],
    days: 7,
  });
  return async (transaction: TenantTransaction, tenantId: string, now: Date): Promise<void> => {
    if (await noteManyStreams(transaction, tenantId, now)) await tell(transaction, tenantId, now);
  };
}
