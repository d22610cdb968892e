import { exportDays } from '#contract/exports/exports.schema.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

/** To who asked for an export. The page asks them to sign in: no letter carries a school's data. */
export function exportReadyLetter(
  to: { name: string; email: string },
  about: { id: string; school_name: string; is_ready: boolean; href: string; now: Date },
): MailToSend {
  const { id, school_name, is_ready, href, now } = about;
  return {
    kind: 'tenants.exported',
    subject_id: id,
    to: { name: to.name, address: to.email },
    subject: is_ready
      ? words`The export of ${school_name} is ready`
      : words`The export of ${school_name} did not work`,
    letter: {
      greeting: words`Hello ${to.name},`,
      paragraphs: [
        is_ready
          ? words`Everything that ${school_name} has is ready to download. It is kept for ${exportDays} days.`
          : words`Something went wrong while we wrote the export of ${school_name}. Nothing in the school was changed. Please ask for a new one.`,
      ],
      action: { label: is_ready ? words`Download it` : words`Open the page`, href },
      notes: is_ready
        ? [words`It holds names and work of children. Keep it where only those can open it who may see them.`]
        : [],
    },
    useful_until: new Date(now.getTime() + exportDays * day),
  };
}
