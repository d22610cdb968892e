import { isDay, midnightOf, type Day } from '#contract/kit/day.ts';

/** The date of a moment where the device is; that of `#contract/kit/day.ts` is the one in UTC. */
export function localDayOf(moment: Date): Day {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Today where the device is. */
export const today = (): Day => localDayOf(new Date());

/** The date that an address says; null where it says none. */
export const readDay = (text: string | null): Day | null => (text !== null && isDay(text) ? text : null);

/** A date in the words of the device's language, "3 December 2026", the same in every time zone. */
export function sayDate(day: Day): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(midnightOf(day));
}
