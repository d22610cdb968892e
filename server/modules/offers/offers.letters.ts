import { offerLimits } from '#contract/offers/offers.schema.ts';
import { offerLink } from '#contract/offers/offers.rules.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';
import { words } from '#server/platform/letter-words.ts';

const day = 24 * 60 * 60 * 1000;

interface Maker {
  name: string;
  email: string;
}

const to = ({ name, email }: Maker) => ({ name, address: email });

/** To whoever wants to hand in a book, or to somebody whose address another typed. */
export function confirmLetter(
  maker: Maker,
  { origin, token, ends_at }: { origin: string; token: string; ends_at: Date },
): MailToSend {
  return {
    kind: 'offers.confirm',
    to: to(maker),
    subject: words`Please confirm that you want to hand in a book`,
    letter: {
      greeting: words`Hello ${maker.name},`,
      paragraphs: [
        words`somebody, most likely you, wants to hand in a book with this address.`,
        words`Open the link, and go on where your book is. It stays on your device until you hand it in.`,
      ],
      action: { label: words`Yes, it is me`, href: offerLink(origin, token) },
      notes: [
        words`The link works for ${offerLimits.linkHours} hours.`,
        words`Was it not you? Then you need not do anything: nothing is kept.`,
      ],
    },
    useful_until: ends_at,
  };
}

/** The book is on the shelf. */
export function acceptedLetter(
  maker: Maker,
  { title, href, now }: { title: string; href: string; now: Date },
): MailToSend {
  return {
    kind: 'offers.accepted',
    to: to(maker),
    subject: words`“${title}” is in the library`,
    letter: {
      greeting: words`Hello ${maker.name},`,
      paragraphs: [words`thank you for “${title}”. From now on everybody can read it.`],
      action: { label: words`See it in the library`, href },
      notes: [
        words`Your name and your address were deleted here. Who made the book stands on it as you wrote it.`,
      ],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}

/** Somebody read it and said no. */
export function refusedLetter(
  maker: Maker,
  { title, reason, now }: { title: string; reason: string; now: Date },
): MailToSend {
  return {
    kind: 'offers.refused',
    to: to(maker),
    subject: words`About your book “${title}”`,
    letter: {
      greeting: words`Hello ${maker.name},`,
      paragraphs: [
        words`thank you for “${title}”. It was read, and it does not come into the library.`,
        ...reason
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => words`${line}`),
      ],
      action: null,
      notes: [words`Your book, your name and your address were deleted here.`],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}
