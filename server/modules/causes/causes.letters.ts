import type { CauseState } from '#contract/causes/causes.schema.ts';
import type { LetterKind } from '#contract/mail/mail.kinds.ts';
import { words, type Words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const week = 7 * 24 * 60 * 60 * 1000;

export interface Reader {
  first_name: string;
  email: string;
}

interface Told {
  name: string;
  /** The page of the cause for those who run it. */
  href: string;
  now: Date;
}

function letterTo(
  { first_name, email }: Reader,
  { href, now }: Told,
  { kind, subject, paragraphs }: { kind: LetterKind; subject: Words; paragraphs: Words[] },
): MailToSend {
  return {
    kind,
    to: { name: first_name, address: email },
    subject,
    letter: {
      greeting: words`Hello ${first_name},`,
      paragraphs,
      action: { label: words`Look at the cause`, href },
      notes: [],
    },
    useful_until: new Date(now.getTime() + week),
  };
}

/** To those who run the platform: a school handed a cause in. */
export function submittedLetter(reader: Reader, about: Told & { school: string }): MailToSend {
  const { name, school } = about;
  return letterTo(reader, about, {
    kind: 'causes.submitted',
    subject: words`A cause to check: ${name}`,
    paragraphs: [
      words`${school} handed in the cause “${name}”.`,
      words`Please check its country and registration number. Then open it, or give it back and say what is missing.`,
    ],
  });
}

/** What a school is told of where its cause went; null where there is nothing to tell. */
function newsOf(
  { name }: Told,
  { from, to, reason }: { from: CauseState; to: CauseState; reason: string },
): { subject: Words; paragraphs: Words[] } | null {
  switch (to) {
    case 'open':
      return {
        subject: words`Your cause is open: ${name}`,
        paragraphs: [
          from === 'submitted'
            ? words`The cause “${name}” was checked and is open. Everybody can read of it now, and books can collect for it.`
            : words`The cause “${name}” is open again. Books can collect for it.`,
        ],
      };
    case 'draft':
      // Without a reason the school itself took it back.
      return reason !== ''
        ? {
            subject: words`Something is missing for your cause: ${name}`,
            paragraphs: [
              words`The cause “${name}” was not opened yet. This is what is missing:`,
              words`${reason}`,
              words`Please change it, then hand it in again.`,
            ],
          }
        : null;
    case 'paused':
      return {
        subject: words`Your cause is paused: ${name}`,
        paragraphs: [
          words`The cause “${name}” collects nothing for now. Books collect for the cause of the shop until it is open again. What was raised stays.`,
        ],
      };
    case 'closed':
      return {
        subject: words`Your cause has ended: ${name}`,
        paragraphs: [
          words`The cause “${name}” has ended and collects nothing any more. What was raised for it still goes to it.`,
        ],
      };
    default:
      return null;
  }
}

/** To the office of the school that named it; null where there is nothing to tell. */
export function movedLetter(
  reader: Reader,
  about: Told,
  move: { from: CauseState; to: CauseState; reason: string },
): MailToSend | null {
  const news = newsOf(about, move);
  return news && letterTo(reader, about, { kind: `causes.${move.to}`, ...news });
}
