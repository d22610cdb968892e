import type { SuppressionReason } from '#contract/mail/mail.schema.ts';
import type { MailHead, PanelSuppression } from '#contract/mail/panel-mail.schema.ts';
import { minutesSince, sayLength } from '#src/lib/how-long.ts';
import { stateNames } from './mail.words.ts';

export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

export const ageWords = {
  hour: 'In the last hour',
  day: 'In the last 24 hours',
  week: 'In the last 7 days',
} as const;

export const reasonWords: Readonly<Record<SuppressionReason, string>> = {
  refused: 'Refused',
  returned: 'Came back',
  deferred: 'Came back twice in a week',
  complaint: 'Not wanted',
  manual: 'Stopped by hand',
};

const eventWords: Readonly<Record<string, string>> = {
  ...stateNames,
  sent: 'A mail server took it',
  deferred: 'Put off by the mail server, tried again',
  delayed: 'Delayed on its way',
};

/** What happened to a letter; a newer server may tell of more. */
export const eventName = (kind: string) =>
  Object.hasOwn(eventWords, kind) ? (eventWords[kind] ?? kind) : kind;

/** How long ago something was: "3 minutes ago". */
export function sayAge(moment: string, now: Date): string {
  const minutes = minutesSince(moment, now);
  return minutes === 0 ? 'just now' : `${sayLength(minutes)} ago`;
}

/** What is wrong with e-mail, and what to look at; null where nothing is. */
export function sayFailing({ is_failing, oldest_waiting, latest }: MailHead, now: Date): string | null {
  if (!is_failing) return null;
  if (latest.failed > 5)
    return `${latest.failed} of the latest ${latest.ended} letters did not arrive. Look at why below.`;
  return oldest_waiting === null
    ? 'Email needs a look.'
    : `A letter has waited for ${sayLength(minutesSince(oldest_waiting, now))}. Check the mail server.`;
}

export function sayTransport({ kind, host }: MailHead['transport']): string {
  if (kind === 'smtp') return `Mail server: ${host ?? 'without a name'}`;
  return kind === 'folder'
    ? 'No mail server is set: letters are kept as files'
    : 'Another server hands email over';
}

/** Of an address that was stopped before it was kept, nothing is shown. */
export const addressOf = ({ address }: Pick<PanelSuppression, 'address'>) => address ?? 'An earlier address';

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** Asked before an address is written to again. */
export function liftQuestion(suppression: PanelSuppression): string {
  const whom = suppression.address ?? 'this address';
  const why = suppression.note === '' ? reasonWords[suppression.reason].toLowerCase() : suppression.note;
  return `Write to ${whom} again? On ${dayAndMonth.format(new Date(suppression.since))}: ${why}.`;
}
