import type { AgainKind, LetterKind } from '#contract/mail/mail.kinds.ts';
import { causeWords } from '#contract/mail/mail.rules.ts';
import type { Letter, LetterState } from '#contract/mail/mail.schema.ts';

export const stateNames: Readonly<Record<LetterState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  bounced: 'Came back',
  complained: 'Not wanted',
  failed: 'Not sent',
  suppressed: 'Not tried',
  replaced: 'Replaced',
};

const kindNames: Readonly<Record<LetterKind, string>> = {
  'affiliations.accepted': 'A school said yes',
  'affiliations.asked': 'An organization asks',
  'affiliations.declined': 'A school said no',
  'affiliations.parted': 'A link ended',
  'affiliations.register': 'Invitation of a school',
  'causes.closed': 'A cause ended',
  'causes.draft': 'Something is missing for a cause',
  'causes.open': 'A cause is open',
  'causes.paused': 'A cause is paused',
  'causes.submitted': 'A cause to check',
  'champions.again': 'A champion is welcome again',
  'champions.revoked': 'Rights of a champion were revoked',
  'closings.begun': 'A school closes',
  'closings.code': 'Code to close a school',
  'closings.receipt': 'Receipt that a school is gone',
  'closings.reminder': 'Reminder that a school closes',
  'closings.write_off_code': 'Code to write off money of a school',
  'learning.reminder': 'Reminder of a live event',
  'members.confirm_email': 'Confirm a new address',
  'members.email_change_asked': 'An address is about to change',
  'members.email_changed': 'An address was changed',
  'members.invitation': 'Invitation',
  'offers.accepted': 'A visitor’s book was taken',
  'offers.confirm': 'Confirm to hand in a book',
  'offers.refused': 'A visitor’s book was not taken',
  'orders.code': 'Code for an order',
  'orders.paid': 'Thanks for an order',
  'orders.refunded': 'Money given back',
  'orders.transfer': 'How to pay an order',
  'passwords.changed': 'A password was changed',
  'passwords.reset_link': 'Choose a new password',
  'payments.findings': 'Findings about money',
  'payouts.arrived': 'Money arrived at a cause',
  'payouts.arrived_for_school': 'Money arrived at a cause',
  'requests.answered': 'An answer to a message',
  'requests.arrived': 'A message waits for an answer',
  'requests.confirm': 'Confirm a request',
  'requests.invitation': 'An invitation to a school of a list',
  'requests.received': 'A message arrived',
  'subscriptions.due': 'A plan to pay',
  'subscriptions.read_only': 'A plan has run out',
  'subscriptions.reminder': 'Reminder to pay a plan',
  'tenants.mails_nearly_full': 'Emails of a day nearly sent',
  'tenants.many_streams': 'Many tablets open at once',
  'tenants.nearly_full': 'Room for pictures nearly full',
  'tenants.exported': 'Export of a school',
  'tenants.welcome': 'Welcome',
  'visits.asked': 'Somebody asks for a visit',
  'visits.broke_glass': 'A visit without a yes',
  'visits.confirm_glass': 'A visit without a yes to confirm',
  'visits.glass_code': 'Code for a visit without a yes',
};

/** Every letter by its name. */
export const kindWords: Readonly<Record<string, string>> = kindNames;

const inWords = <Name extends string>(words: Readonly<Record<Name, string>>, name: string) =>
  Object.hasOwn(words, name) ? words[name as Name] : null;

/** What a letter is; of a newer server its subject has to do. */
export const kindName = ({ kind, subject }: Pick<Letter, 'kind' | 'subject'>) =>
  inWords(kindNames, kind) ?? subject;

const sentences: Readonly<Partial<Record<LetterState, string>>> = {
  complained: 'The reader of this address asked for no more email.',
  suppressed: 'An earlier letter came back from this address.',
  replaced: 'A newer letter took its place.',
};

/** Why a letter did not arrive, as a sentence; null where there is nothing to say. */
export function whyOf({ state, cause }: Pick<Letter, 'state' | 'cause'>): string | null {
  const sentence = sentences[state];
  if (sentence !== undefined) return sentence;
  const words = cause === null ? null : inWords(causeWords, cause);
  return words === null ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const whatGoesOut: Readonly<Record<AgainKind, string>> = {
  'members.confirm_email': 'a new link to confirm the address',
  'members.invitation': 'a new invitation',
  'passwords.reset_link': 'a new link to choose a password',
};

/** Asked before a letter is sent again. */
export const againQuestion = (letter: Pick<Letter, 'kind' | 'to_name' | 'to_address'>) =>
  `Send ${addressee(letter)} ${inWords(whatGoesOut, letter.kind) ?? 'a new letter'}? The earlier link stops working.`;

export const addressee = ({ to_name, to_address }: Pick<Letter, 'to_name' | 'to_address'>) =>
  to_name === '' ? to_address : to_name;
