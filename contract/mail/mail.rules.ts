import type { SuppressionReason } from './mail.schema.ts';

/** Why a letter did not arrive, in a word that is kept and in the words that people read. */
export const causeWords = {
  address_unknown: 'the mail server does not know this address',
  mailbox_full: 'the mailbox is full',
  mailbox_closed: 'the mailbox takes no email',
  not_accepted: 'the mail server does not accept our email',
  not_reached: 'the mail server could not be reached',
  refused: 'the mail server refused the address',
  no_address: 'this is no email address',
  too_late: 'it could not be sent in time',
  returned: 'it came back',
  complaint: 'whoever reads this address asked for no more email',
  stopped: 'email to this address was stopped',
} as const;
export type Cause = keyof typeof causeWords;

const byStatus: readonly (readonly [RegExp, Cause])[] = [
  [/^\d\.1\./u, 'address_unknown'],
  [/^\d\.2\.2$/u, 'mailbox_full'],
  [/^\d\.2\./u, 'mailbox_closed'],
  [/^\d\.4\./u, 'not_reached'],
  [/^\d\.7\./u, 'not_accepted'],
];

/**
 * What a status such as 5.1.1 means; `otherwise` where it says too little.
 * @see RFC 3463
 */
export function causeOfStatus(status: string | null, otherwise: Cause): Cause {
  return byStatus.find(([pattern]) => status !== null && pattern.test(status))?.[1] ?? otherwise;
}

/** Milliseconds after which a letter that waits is a sign that none goes out. */
const longWait = 15 * 60 * 1000;
/** Of the latest letters, per hundred: more than so many that did not arrive are a sign that something is wrong. */
const bearable = 5;

/**
 * Whether somebody has to look after e-mail.
 * @param latest of the last day's letters that went out or were given up, the latest hundred at most: how many did not arrive
 */
export function isMailFailing(
  { oldest_waiting, latest }: { oldest_waiting: Date | null; latest: { failed: number } },
  now: Date,
): boolean {
  const waits = oldest_waiting === null ? 0 : now.getTime() - oldest_waiting.getTime();
  return waits >= longWait || latest.failed > bearable;
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The message where the address was typed. `note` is the cause as it was stored. */
export function whySuppressed({
  reason,
  since,
  note,
}: {
  reason: SuppressionReason;
  since: Date;
  note: string;
}) {
  if (reason === 'complaint') return 'The reader of this address asked for no more email from here.';
  if (reason === 'manual') return 'Email to this address was stopped by those who run this place.';
  const why = note === '' ? '' : `: ${note}`;
  return `Email to this address came back on ${dayAndMonth.format(since)}${why}. Please check the address.`;
}
