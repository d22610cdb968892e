import { limits } from '#contract/kit/limits.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';
import { address, words } from '#server/platform/letter-words.ts';

interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

const hour = 60 * 60 * 1000;

function addressed({ first_name, last_name, email }: Person) {
  const name = `${first_name} ${last_name}`.trim();
  return {
    to: { name, address: email },
    greeting: first_name === '' ? words`Hello,` : words`Hello ${first_name},`,
  };
}

/** The link carries the token behind a `#`: no server is told what stands there, the next page's neither. */
export function resetLetter(
  person: Person & { id: string | null },
  token: string,
  { origin, now }: { origin: string; now: Date },
): MailToSend {
  const { to, greeting } = addressed(person);
  return {
    kind: 'passwords.reset_link',
    subject_id: person.id,
    to,
    subject: words`Choose a new password`,
    letter: {
      greeting,
      paragraphs: [
        words`somebody, most likely you, asked for a new password for ${address(person.email)}. You can choose it here.`,
      ],
      action: {
        label: words`Choose a new password`,
        href: `${origin}/password-reset-confirm/#token=${token}`,
      },
      notes: [
        words`The link works once, and for one hour. When you ask again, only the newest one works.`,
        words`Was it not you? Then you need not do anything: your password is what it was.`,
      ],
    },
    useful_until: new Date(now.getTime() + limits.passwordLinkSeconds * 1000),
  };
}

/** Tells the person, in case it was somebody else. */
export function changedLetter(person: Person, { origin, now }: { origin: string; now: Date }): MailToSend {
  const { to, greeting } = addressed(person);
  return {
    kind: 'passwords.changed',
    to,
    subject: words`Your password was changed`,
    letter: {
      greeting,
      paragraphs: [
        words`the password for ${address(person.email)} was changed just now. Wherever you were signed in, you sign in again with the new one.`,
      ],
      action: null,
      notes: [
        words`Was it not you? Then choose a new password at ${address(`${origin}/resetpasswordemail`)}, and tell your school.`,
      ],
    },
    useful_until: new Date(now.getTime() + 48 * hour),
  };
}
