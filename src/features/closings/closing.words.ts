import { closingDays, loneHours, type Closing, type Unsettled } from '#contract/closings/closings.schema.ts';
import { sayUnsettled } from '#contract/closings/unsettled.rules.ts';
import { paths } from '#contract/kit/paths.ts';
import { sayInFull } from '#src/ui/moments.ts';

const day = 24 * 60 * 60 * 1000;

/** Whole days until a moment, the one that has begun among them. */
export function daysUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / day));
}

function sayDaysLeft(due: string, now: Date): string {
  const days = daysUntil(due, now);
  return days === 1 ? '1 day is left' : `${days} days are left`;
}

/** For how many people it ends, and that it cannot be undone. */
export function closeWarning(
  { school_name: name, people }: Pick<Closing, 'school_name' | 'people'>,
  isSuspended: boolean,
): string {
  const who = people
    ? `${people.students} ${people.students === 1 ? 'student' : 'students'} and ${people.staff} staff`
    : 'All students and staff';
  const meanwhile = isSuspended
    ? `cannot sign in, because it is suspended. You can keep the school for ${closingDays} days.`
    : `can sign in and read for ${closingDays} days, and nobody can change anything. Until then you can keep the school.`;
  return `${who} of ${name} ${meanwhile} After that everything is deleted: people, classes, books, pictures, recordings. This cannot be undone.`;
}

/** Until when a school that is closing can be read and kept. A suspended one stays suspended. */
export function sayClosing(
  { due_at, reason }: NonNullable<Closing['closing']>,
  isSuspended: boolean,
  now: Date,
): string {
  const until = isSuspended
    ? 'Closing, and suspended: nobody can sign in. It can be kept until'
    : 'Closing: everybody can read until';
  return `${until} ${sayInFull(due_at)}, ${sayDaysLeft(due_at, now)}. Then everything is deleted. Reason: ${reason}`;
}

/** What has to happen before a closing begins. */
export function sayAsk({ ask }: Pick<Closing, 'ask'>, now: Date): string {
  if (!ask) return '';
  if (ask.needs === 'second')
    return ask.is_mine
      ? 'You asked to close this school. Another administrator of the platform has to confirm it.'
      : 'An administrator asked to close this school. Please confirm it, or keep the school.';
  if (!ask.is_mine) return 'An administrator asked to close this school. Their code is still to come.';
  if (!ask.is_by_platform) return 'A code is on its way to you by email. Type it to close the school.';
  const isEarly = Date.parse(ask.from) > now.getTime();
  return isEarly
    ? `A code came to you by email. You are the only administrator, so you can confirm after ${loneHours} hours: from ${sayInFull(ask.from)}.`
    : 'A code came to you by email. Type it to close the school.';
}

/** Whether the caller can confirm now. */
export function mayConfirm({ ask }: Pick<Closing, 'ask'>, by: 'school' | 'platform', now: Date): boolean {
  if (!ask || ask.is_by_platform !== (by === 'platform')) return false;
  if (ask.needs === 'second') return !ask.is_mine;
  // Asked was before now, whatever the clock of the device says and however long ago the page looked at it.
  return ask.is_mine && Date.parse(ask.from) <= Math.max(now.getTime(), Date.parse(ask.asked_at));
}

/** Why the deletion waits; empty where it waits for its date alone. */
export function sayWaiting(waiting: readonly Unsettled[]): string {
  if (waiting.length === 0) return '';
  return `Nothing is deleted before this money is settled: ${sayUnsettled(waiting)}.`;
}

/** Where the platform settles what the deletion waits for, each way once. A payout has no least amount. */
export function waysToSettle(waiting: readonly Unsettled[]): { label: string; to: string }[] {
  const isThere = (...kinds: readonly Unsettled['what'][]) =>
    waiting.some(({ what }) => kinds.includes(what));
  return [
    {
      is: isThere('shares', 'payouts'),
      label: 'Pay the school its share, or record that it was sent',
      to: paths.platform.causesDashboard(),
    },
    {
      is: isThere('shares', 'refunds'),
      label: 'The school has no bank account? Give the buyers their money back',
      to: paths.platform.orders(),
    },
    { is: isThere('payments'), label: 'Check the payments', to: paths.platform.payments() },
  ].flatMap(({ is, ...way }) => (is ? [way] : []));
}
