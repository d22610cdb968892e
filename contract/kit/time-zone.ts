import * as v from 'valibot';

/** Whether this machine knows a time zone of that name. An old tablet does not know one that got its name since. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Name of a time zone, such as `Europe/Berlin`: days begin at midnight there. */
export const TimeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'This is not a time zone'));
