import { limits } from '#contract/kit/limits.ts';
import { product } from '#contract/kit/product.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';
import { address, words } from '#server/platform/letter-words.ts';

/** To whoever is going to run a new school or organization. The token stands behind a `#`: no server is told. */
export function welcomeLetter(
  person: { id: string; first_name: string; last_name: string; email: string },
  about: { school_name: string; origin: string; token: string; expires_at: Date },
): MailToSend {
  const { first_name, last_name, email } = person;
  const { school_name, origin, token, expires_at } = about;
  return {
    kind: 'tenants.welcome',
    subject_id: person.id,
    to: { name: `${first_name} ${last_name}`.trim(), address: email },
    subject: words`${school_name} is on ${product.name}`,
    letter: {
      greeting: words`Hello ${first_name},`,
      paragraphs: [
        words`${school_name} has a place of its own: ${address(origin)}`,
        words`Choose a password: the button signs you in, and a short list shows you what to do first. Later you sign in there with ${address(email)}.`,
      ],
      action: { label: words`Choose a password`, href: `${origin}/password-reset-confirm/#token=${token}` },
      notes: [
        words`The link works once, and for ${limits.firstLinkDays} days. After that, “Forgot Password” on the sign-in page sends a new one.`,
        words`Was it not you? Then you need not do anything: what nobody sets up is deleted after ${limits.pendingTenantDays} days.`,
      ],
    },
    useful_until: expires_at,
  };
}
