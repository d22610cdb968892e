import { writtenDay } from '#contract/kit/day.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Reader {
  id: string;
  name: string;
  email: string;
}

const kindNames: Readonly<Record<ChampionKind, string>> = {
  teacher: 'a superpower teacher',
  parent: 'a superpower parent',
};

/** Says on whose site, by whom and why. */
interface About {
  kind: ChampionKind;
  site: string;
  reason: string;
  now: Date;
}

export function revokedLetter({ id, name, email }: Reader, { kind, site, reason, now }: About): MailToSend {
  return {
    kind: 'champions.revoked',
    subject_id: id,
    to: { name, address: email },
    subject: words`Your rights at ${site} were revoked`,
    letter: {
      greeting: words`Hello ${name},`,
      paragraphs: [
        words`You are no longer ${kindNames[kind]} at ${site}, and you were signed out.`,
        words`The reason: “${reason}”`,
        words`What you wrote stays. Thank you for your help.`,
      ],
      action: null,
      notes: [words`Is this a mistake? Then please answer by the contact page of ${site}.`],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}

/** To somebody whose rights were over, and who has a password. */
export function againLetter(
  { id, name, email }: Reader,
  { kind, site, reason, now, until, origin }: About & { until: string; origin: string },
): MailToSend {
  return {
    kind: 'champions.again',
    subject_id: id,
    to: { name, address: email },
    subject: words`Welcome back to ${site}`,
    letter: {
      greeting: words`Hello ${name},`,
      paragraphs: [
        words`You are ${kindNames[kind]} at ${site} again, until ${writtenDay(until)}.`,
        words`The reason: “${reason}”`,
      ],
      action: { label: words`Sign in`, href: `${origin}/login` },
      notes: [words`You sign in with the password that you had. If you forgot it, ask for a new one there.`],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}
