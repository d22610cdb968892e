import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import { address, words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const month = 30 * 24 * 60 * 60 * 1000;

interface ToldCause {
  name: string;
  slug: string;
}

const lookAt = (origin: string, { slug }: ToldCause) => ({
  label: words`Look at the proof`,
  href: origin + paths.causes({ place: slug }),
});

/** To who bought something that gave to the cause. */
export function arrivedLetter(
  { name, email, origin }: { name: string | null; email: string; origin: string },
  { cause, now }: { cause: ToldCause; now: Date },
): MailToSend {
  return {
    kind: 'payouts.arrived',
    to: { name: name ?? '', address: email },
    subject: words`Your money for ${cause.name} arrived`,
    letter: {
      greeting: name ? words`Hello ${name},` : words`Hello,`,
      paragraphs: [
        words`You bought something for ${cause.name}, or gave to it. That money was sent there, and it arrived.`,
        words`The page of the cause shows the proof.`,
      ],
      action: lookAt(origin, cause),
      notes: [],
    },
    useful_until: new Date(now.getTime() + month),
  };
}

/** To the office of the school that named the cause; with the sum, which everybody may know. */
export function officeArrivedLetter(
  { name, email }: { name: string; email: string },
  facts: {
    cause: ToldCause;
    payout: { amount: number; currency: string };
    origin: string | null;
    now: Date;
  },
): MailToSend {
  const { cause, payout, origin, now } = facts;
  return {
    kind: 'payouts.arrived_for_school',
    to: { name, address: email },
    subject: words`Money for ${cause.name} arrived`,
    letter: {
      greeting: words`Hello ${name},`,
      paragraphs: [
        words`${address(moneyText(payout, 'en'))} was sent to ${cause.name}, and it arrived.`,
        words`Please tell on the page of the cause what happened with the money.`,
      ],
      action: origin === null ? null : lookAt(origin, cause),
      notes: [],
    },
    useful_until: new Date(now.getTime() + month),
  };
}
