import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** Each is made when it is first asked for: that takes milliseconds on a small tablet, and most pages say no time. */
function saidAs(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => (format ??= new Intl.DateTimeFormat(undefined, options)).format(date);
}

const clock = saidAs({ hour: 'numeric', minute: '2-digit' });
const dayOfYear = saidAs({ day: 'numeric', month: 'short' });
const dayAndYear = saidAs({ day: 'numeric', month: 'short', year: 'numeric' });
const inFull = saidAs({ dateStyle: 'full', timeStyle: 'short' });

function midnight(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Whole days between two moments by the calendar on the wall: 0 today, 1 yesterday. */
function daysAgo(then: Date, now: Date): number {
  return Math.round((midnight(now).getTime() - midnight(then).getTime()) / 86_400_000);
}

function dayOf(then: Date, now: Date): string {
  return then.getFullYear() === now.getFullYear() ? dayOfYear(then) : dayAndYear(then);
}

/** An instant as people say it: "today, 10:42", "yesterday", "3 Nov", "3 Nov 2025". */
export function sayDay(instant: string, now: Date): string {
  const then = new Date(instant);
  const days = daysAgo(then, now);
  if (days === 0) return `today, ${clock(then)}`;
  return days === 1 ? 'yesterday' : dayOf(then, now);
}

/** A point to count from: "10:42", "yesterday, 10:42", "3 Nov, 10:42". */
export function saySince(instant: string, now: Date): string {
  const then = new Date(instant);
  const days = daysAgo(then, now);
  if (days === 0) return clock(then);
  if (days === 1) return `yesterday, ${clock(then)}`;
  return `${dayOf(then, now)}, ${clock(then)}`;
}

/** "10:42" */
export function sayClock(instant: string): string {
  return clock(new Date(instant));
}

export function sayInFull(instant: string): string {
  return inFull(new Date(instant));
}

/** The time of day for words such as "today": right to the minute, also on a page that stays open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 60_000, { autoInvoke: true });
  return now;
}
