import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const inUtc = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Before an event, to somebody who asked for it. @param href page of the event; null where its host is not known */
export function eventReminderLetter(
  { name, address }: { name: string; address: string },
  { title, starts_at, href }: { title: string; starts_at: Date; href: string | null },
): MailToSend {
  return {
    kind: 'learning.reminder',
    to: { name, address },
    subject: words`Reminder: ${title}`,
    letter: {
      greeting: words`Hello ${name},`,
      paragraphs: [
        words`“${title}” begins on ${inUtc.format(starts_at)} UTC.`,
        words`Its page shows the same moment by your own clock.`,
      ],
      action: href === null ? null : { label: words`Open the page`, href },
      notes: [words`You asked for this reminder. You can take it back on the page of the event.`],
    },
    useful_until: starts_at,
  };
}
