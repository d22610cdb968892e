import { counted } from './counted.ts';

/** Whole minutes since a moment; none where it is yet to come. */
export const minutesSince = (moment: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000));

/** "3 minutes", "5 hours", "12 days": in the unit of which there are at least two. */
export function sayLength(minutes: number): string {
  if (minutes < 120) return counted(minutes, 'minute');
  return minutes < 48 * 60
    ? counted(Math.floor(minutes / 60), 'hour')
    : counted(Math.floor(minutes / 60 / 24), 'day');
}
