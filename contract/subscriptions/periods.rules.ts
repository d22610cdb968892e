import { addDays, dayOf, daysBetween, midnightOf, type Day } from '../kit/day.ts';

export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

/** Hours after midnight UTC at which a day has ended in the last time zone, UTC−12. */
const lastMidnight = 12;

/** When a date is over everywhere: at midnight in UTC−12, which is noon of the next day in UTC. */
export function overAt(day: Day): Date {
  return new Date(midnightOf(addDays(day, 1)).getTime() + lastMidnight * 60 * 60 * 1000);
}

/** Whether a date is over in all time zones. */
export function isOver(day: Day, now: Date): boolean {
  return now >= overAt(day);
}

/** The day of the month that periods begin on, from 1 to 31. */
export const anchorOf = (day: Day): number => Number(day.slice(8));

/** The last day of a month, where 0 is January; months beyond a year belong to the next ones. */
const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The first day of the period after the one that begins on `start`. In a month without the anchor's day it is the last one, and the
 * month after has the anchor's day again: 31 January, 28 February, 31 March.
 */
function nextStart(start: Day, period: Period, anchor: number): Day {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7)) - 1 + (period === 'month' ? 1 : 12);
  return dayOf(new Date(Date.UTC(year, month, Math.min(anchor, lastDayOf(year, month)))));
}

/** First and last day. */
export interface Span {
  period_start: Day;
  period_end: Day;
}

/** The period that begins on a day. */
export function periodFrom(period_start: Day, period: Period, anchor: number): Span {
  return { period_start, period_end: addDays(nextStart(period_start, period, anchor), -1) };
}

/** Days of a span, both ends included. */
export const daysOf = ({ period_start, period_end }: Span): number =>
  daysBetween(period_start, period_end) + 1;

/** Days of a period that are left, today included. While the last day is not over everywhere, there is one. */
export function daysLeft(span: Span, now: Date): number {
  if (isOver(span.period_end, now)) return 0;
  const left = daysBetween(dayOf(now), span.period_end) + 1;
  return Math.min(daysOf(span), Math.max(1, left));
}

/** Minor units of one more seat for the rest of a period: whole units, rounded up. */
export function priceOfRest(seat_price: number, span: Span, now: Date): number {
  const days = BigInt(daysOf(span));
  return Number((BigInt(seat_price) * BigInt(daysLeft(span, now)) + days - 1n) / days);
}
