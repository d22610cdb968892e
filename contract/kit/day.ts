import * as v from 'valibot';

const dayLength = 24 * 60 * 60 * 1000;

/** The moment at which a date begins in UTC. */
export const midnightOf = (day: Day) => new Date(`${day}T00:00:00Z`);

/** The date of a moment in UTC. */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10);

/** The date so many days later; earlier where `days` is below 0. */
export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(midnightOf(day).getTime() + days * dayLength));

/**
 * A date, or that of an instant in UTC, as pages, letters and documents write it in every language: "3 December 2026". The format is
 * made when it is asked for: that takes milliseconds on a small tablet.
 */
export const writtenDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** The Monday of its week. */
export const mondayOf = (day: Day): Day => addDays(day, -((midnightOf(day).getUTCDay() + 6) % 7));

/** Days from one date to another; below 0 where the second one is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((midnightOf(to).getTime() - midnightOf(from).getTime()) / dayLength);

/** What only looks like a date is refused: the 31st of February, and the year 0, which PostgreSQL does not know. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/u.test(text) || text < '0001') return false;
  const moment = midnightOf(text);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

/** A date without a time that a person gives, as `2028-02-29`. Says `message` of all else. */
export const typedDay = (message: string) =>
  v.pipe(v.string(message), v.isoDate(message), v.check(isDay, message));

/** A day by which a list is narrowed. */
export const FilterDay = v.optional(typedDay('This is not a date'));

/** A date without a time in an answer. */
export const Day = v.pipe(v.string(), v.isoDate());
/** As `2028-02-29`. */
export type Day = v.InferOutput<typeof Day>;
