import * as v from 'valibot';

/** What only looks like a date is refused: the 31st of February, and the year 0, which PostgreSQL does not know. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) && text >= '0001';
}

/** A date without a time that a person gives, as `2028-02-29`. Says `message` of all else. */
export const typedDay = (message: string) =>
  v.pipe(v.string(message), v.isoDate(message), v.check(isDay, message));

/** A day by which a list is narrowed. */
export const FilterDay = v.optional(typedDay('This is not a date'));

/** A date without a time in an answer. */
export const Day = v.pipe(v.string(), v.isoDate());
