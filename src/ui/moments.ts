import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

function midnight(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Whole days between two moments by the calendar on the wall: 0 today, 1 yesterday. */
function daysAgo(then: Date, now: Date): number {
  return Math.round((midnight(now).getTime() - midnight(then).getTime()) / 86_400_000);
}

function dayOf(then: Date, now: Date): string {
  return then.getFullYear() === now.getFullYear() ? dayOfYear.format(then) : dayAndYear.format(then);
}

/** An instant as people say it: "today, 10:42", "yesterday", "3 Nov", "3 Nov 2025". */
export function sayDay(instant: string, now: Date): string {
  const then = new Date(instant);
  const days = daysAgo(then, now);
  if (days === 0) return `today, ${clock.format(then)}`;
  return days === 1 ? 'yesterday' : dayOf(then, now);
}

/** A point to count from: "10:42", "yesterday, 10:42", "3 Nov, 10:42". */
export function saySince(instant: string, now: Date): string {
  const then = new Date(instant);
  const days = daysAgo(then, now);
  if (days === 0) return clock.format(then);
  if (days === 1) return `yesterday, ${clock.format(then)}`;
  return `${dayOf(then, now)}, ${clock.format(then)}`;
}

export function sayInFull(instant: string): string {
  return inFull.format(new Date(instant));
}

/** The time of day for words such as "today": right to the minute, also on a page that stays open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 60_000, { autoInvoke: true });
  return now;
}
