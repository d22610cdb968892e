import type { GuestMay } from '#contract/visits/visits.schema.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Reader {
  first_name: string;
  email: string;
}

/** To the office of a school. The page asks for the answer; nothing in the letter gives it. */
export function askedLetter(
  { first_name, email }: Reader,
  about: { guest: string; home: string; wants: GuestMay; reason: string; href: string; now: Date },
): MailToSend {
  const { guest, home, wants, reason, href, now } = about;
  return {
    kind: 'visits.asked',
    to: { name: first_name, address: email },
    subject: words`${guest} of ${home} asks to visit your school`,
    letter: {
      greeting: words`Hello ${first_name},`,
      paragraphs: [
        wants === 'help'
          ? words`${guest} of ${home} would like to visit your school, look around and help.`
          : words`${guest} of ${home} would like to visit your school and look around. Nothing can be changed by it.`,
        words`The reason: “${reason}”`,
        words`If you say yes, ${guest} may come in for 24 hours. You see who is there, and you can end the visit at any time.`,
      ],
      action: { label: words`Answer`, href },
      notes: [words`If you do nothing, nobody comes in.`],
    },
    useful_until: new Date(now.getTime() + 2 * day),
  };
}
