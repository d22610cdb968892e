import { limits } from '#contract/kit/limits.ts';
import { product } from '#contract/kit/product.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';
import { words } from '#server/platform/letter-words.ts';

export interface Reader {
  first_name: string;
  last_name: string;
  email: string;
}

const day = 24 * 60 * 60 * 1000;

function letterTo(
  { first_name, last_name, email }: Reader,
  now: Date,
  rest: Pick<MailToSend, 'kind' | 'subject'> & Omit<MailToSend['letter'], 'greeting'>,
): MailToSend {
  const { kind, subject, ...letter } = rest;
  return {
    kind,
    to: { name: `${first_name} ${last_name}`.trim(), address: email },
    subject,
    letter: { greeting: words`Hello ${first_name},`, ...letter },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}

/** To those who run a school. The link leads to a page of their own; there is nothing in it that opens anything. */
export function askedLetter(
  reader: Reader,
  about: { organization: string; asked_by: string; origin: string; now: Date },
): MailToSend {
  const { organization, asked_by, origin, now } = about;
  return letterTo(reader, now, {
    kind: 'affiliations.asked',
    subject: words`${organization} asks whether your school belongs to it`,
    paragraphs: [
      words`${asked_by} of ${organization} says that your school belongs to this organization.`,
      words`If you say yes, its administrators can enter your school and do there what you can do. Your school always sees who came and what they did, and you can leave at any time.`,
    ],
    action: { label: words`Look at the question`, href: `${origin}/admin-school/organizations` },
    notes: [words`You do not know this organization? Then say no, or do nothing: nothing changes.`],
  });
}

/** To whoever asked. */
export function answeredLetter(
  reader: Reader,
  about: { school: string; isYes: boolean; origin: string; now: Date },
): MailToSend {
  const { school, isYes, origin, now } = about;
  return letterTo(reader, now, {
    kind: isYes ? 'affiliations.accepted' : 'affiliations.declined',
    subject: isYes ? words`${school} said yes` : words`${school} said no`,
    paragraphs: [
      isYes
        ? words`${school} belongs to your organization now. You can open it from your list of schools.`
        : words`${school} does not want to belong to your organization. If that is a surprise, please talk to its office.`,
    ],
    action: { label: words`Your schools`, href: `${origin}/admin-organization/schools` },
    notes: [],
  });
}

/** To the side that did not end it. */
export function partedLetter(
  reader: Reader,
  about: { partner: string; href: string; now: Date },
): MailToSend {
  const { partner, href, now } = about;
  return letterTo(reader, now, {
    kind: 'affiliations.parted',
    subject: words`${partner} ended the link with you`,
    paragraphs: [
      words`${partner} and you are not linked any more. Visits from one to the other are over, and everything that was done stays.`,
    ],
    action: { label: words`Look at the list`, href },
    notes: [words`If that is a surprise, please talk to them.`],
  });
}

/** To a school that is not on the platform yet. Nobody there is known by name. */
export function registerLetter(
  { id, email }: { id: string; email: string },
  about: { organization: string; invited_by: string; origin: string; token: string; expires_at: Date },
): MailToSend {
  const { organization, invited_by, origin, token, expires_at } = about;
  return {
    kind: 'affiliations.register',
    subject_id: id,
    to: { name: '', address: email },
    subject: words`${organization} invites your school`,
    letter: {
      greeting: words`Hello,`,
      paragraphs: [
        words`${invited_by} of ${organization} invites your school to ${product.name}, where children write and illustrate their own books.`,
        words`It takes a few minutes, and your school gets an address of its own. It then belongs to ${organization}, whose administrators can enter it and help; your school always sees who came, and can leave at any time.`,
      ],
      action: { label: words`Register your school`, href: `${origin}/register#token=${token}` },
      notes: [
        words`The link works once, and for ${limits.invitationDays} days.`,
        words`You do not know ${organization}? Then you need not do anything.`,
      ],
    },
    useful_until: expires_at,
  };
}
