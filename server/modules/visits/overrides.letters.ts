import { words, type Words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Reader {
  first_name: string;
  email: string;
}

interface About {
  guest: string;
  home: string;
  school: string;
  reason: string;
  now: Date;
}

function letterTo(
  { first_name, email }: Reader,
  now: Date,
  { kind, subject, ...letter }: Pick<MailToSend, 'kind' | 'subject'> & Omit<MailToSend['letter'], 'greeting'>,
): MailToSend {
  return {
    kind,
    to: { name: first_name, address: email },
    subject,
    letter: { greeting: words`Hello ${first_name},`, ...letter },
    useful_until: new Date(now.getTime() + 2 * day),
  };
}

/** To who runs the school: at once when somebody means to enter without a yes, and again when it was confirmed. */
export function glassLetter(
  reader: Reader,
  {
    guest,
    home,
    reason,
    now,
    href,
    isConfirmed,
  }: Omit<About, 'school'> & { href: string; isConfirmed: boolean },
): MailToSend {
  const what: Words = isConfirmed
    ? words`${guest} of ${home} may now enter your school for an hour without your yes.`
    : words`${guest} of ${home} wants to enter your school without your yes. It has to be confirmed first.`;
  return letterTo(reader, now, {
    kind: 'visits.broke_glass',
    subject: isConfirmed
      ? words`${guest} of ${home} enters your school without your yes`
      : words`${guest} of ${home} wants to enter your school without your yes`,
    paragraphs: [
      what,
      words`The reason: “${reason}”`,
      words`This is for danger alone. You see who is there on your pages, and you can end the visit at any time.`,
    ],
    action: { label: words`Look at the visits`, href },
    notes: [],
  });
}

/** To the other administrators of the platform. */
export function confirmLetter(
  reader: Reader,
  { guest, school, reason, now, href }: Omit<About, 'home'> & { href: string },
): MailToSend {
  return letterTo(reader, now, {
    kind: 'visits.confirm_glass',
    subject: words`${guest} wants to enter ${school} without its yes`,
    paragraphs: [
      words`${guest} wants to enter ${school} without its yes, as somebody may be in danger.`,
      words`The reason: “${reason}”`,
      words`It needs a second administrator, within a day. The office of ${school} was told.`,
    ],
    action: { label: words`Look at it`, href },
    notes: [words`If you do nothing, nobody enters.`],
  });
}

/** To the only administrator of the platform. */
export function codeLetter(
  reader: Reader,
  { school, code, now }: Pick<About, 'school' | 'now'> & { code: string },
): MailToSend {
  return letterTo(reader, now, {
    kind: 'visits.glass_code',
    subject: words`Your code to enter ${school}`,
    paragraphs: [
      {
        sent: words`Your code is ${code}. It counts after 24 hours, for one day, on the page of ${school}.`,
        shown: words`A code that counts after 24 hours, for one day, on the page of ${school}.`,
      },
    ],
    action: null,
    notes: [words`The office of ${school} was told.`],
  });
}
