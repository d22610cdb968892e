import { dayOf, writtenDay } from '#contract/kit/day.ts';
import { codeMinutes, type Receipt } from '#contract/closings/closings.schema.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailAddress } from '#server/platform/mail.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Reader {
  id: string;
  first_name: string;
  email: string;
}

const to = ({ first_name, email }: Reader) => ({ name: first_name, address: email });

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

/** To the only administrator of the platform, who waits a day before money of a school is written off. */
export function writeOffCodeLetter(
  reader: Reader,
  { school_name, code, now }: { school_name: string; code: string; now: Date },
): MailToSend {
  return {
    kind: 'closings.write_off_code',
    subject_id: reader.id,
    to: to(reader),
    subject: words`Your code to write off money of ${school_name}`,
    letter: {
      greeting: words`Hello ${reader.first_name},`,
      paragraphs: [
        { sent: words`Your code is ${code}.`, shown: words`A code to write off money of ${school_name}.` },
        words`You are the only administrator, so type it 24 hours from now at the earliest. It is good for two more days.`,
      ],
      action: null,
      notes: [words`Did you not ask for it? Then change your password now: somebody else knows it.`],
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
  const on = writtenDay(dayOf(due_at));
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

/** The receipt, to who closed the school: the proof that it is gone. */
export function receiptLetter(
  closer: MailAddress,
  { receipt, signature }: { receipt: Receipt; signature: string },
): MailToSend {
  const { school, begun_at, gone_at, tables, kept, audit_sha256, backups_gone_at } = receipt;
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const gone = total(tables.map((table) => table.gone));
  const left = total(tables.map((table) => table.after));
  const books = total(kept.map((table) => table.rows));
  return {
    kind: 'closings.receipt',
    subject_id: school.id,
    to: closer,
    subject: words`Receipt: ${school.school_name} is deleted`,
    letter: {
      greeting: words`Hello ${closer.name},`,
      paragraphs: [
        words`${school.school_name} was closed on ${begun_at.slice(0, 10)} and deleted on ${gone_at.slice(0, 10)}. Nobody can bring it back.`,
        words`Deleted: ${gone} rows of ${tables.length} tables. Left: ${left}.`,
        words`Kept, as the law of money asks: ${books} rows of the seller’s books, without anybody of the school.`,
        words`Backups that still have the school are gone by ${backups_gone_at.slice(0, 10)}.`,
        words`Last entry of the audit, with all before it (SHA-256): ${audit_sha256 ?? 'none'}`,
        words`Signature of the whole receipt: ${signature}`,
      ],
      action: null,
      notes: [
        words`Keep this letter. The platform has the whole receipt and tells by the signature that it is genuine.`,
      ],
    },
    useful_until: new Date(Date.parse(gone_at) + 30 * day),
  };
}
