import { codeMinutes } from '#contract/closings/closings.schema.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Reader {
  id: string;
  first_name: string;
  email: string;
}

const to = ({ first_name, email }: Reader) => ({ name: first_name, address: email });
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** @param isLone the code is of the only administrator of the platform, who waits a day */
export function closingCodeLetter(
  reader: Reader,
  about: { school_name: string; code: string; now: Date; isLone: boolean },
): MailToSend {
  const { school_name, code, now, isLone } = about;
  return {
    kind: 'closings.code',
    subject_id: reader.id,
    to: to(reader),
    subject: words`Your code to close ${school_name}`,
    letter: {
      greeting: words`Hello ${reader.first_name},`,
      paragraphs: [
        { sent: words`Your code is ${code}.`, shown: words`A code to close ${school_name}.` },
        isLone
          ? words`You are the only administrator, so type it 24 hours from now at the earliest. It is good for two more days.`
          : words`Type it on your profile page. It is good for ${codeMinutes} minutes.`,
      ],
      action: null,
      notes: [
        words`Did you not ask to close ${school_name}? Then change your password now: somebody else knows it.`,
      ],
    },
    useful_until: new Date(now.getTime() + day),
  };
}

/** To the office of a school that begins to close, and again before the end. */
export function closingLetter(
  reader: Reader,
  about: { school_name: string; due_at: Date; is_by_platform: boolean; isReminder: boolean },
): MailToSend {
  const { school_name, due_at, is_by_platform, isReminder } = about;
  const on = dayOf(due_at);
  return {
    kind: isReminder ? 'closings.reminder' : 'closings.begun',
    subject_id: reader.id,
    to: to(reader),
    subject: words`${school_name} closes on ${on}`,
    letter: {
      greeting: words`Hello ${reader.first_name},`,
      paragraphs: [
        words`Until ${on} everybody can sign in and read. Then all that ${school_name} has is deleted, and nobody can bring it back.`,
        words`Take along what you need: sign in, open your profile and export everything.`,
        is_by_platform
          ? words`The platform closes the school. If that is wrong, please write to the platform before ${on}.`
          : words`If you want to keep the school, open your profile before ${on} and choose “Keep”.`,
      ],
      action: null,
      notes: [],
    },
    useful_until: due_at,
  };
}
