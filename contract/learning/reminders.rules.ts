const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long before an event each letter goes out, in milliseconds. */
const before = { day, hour } as const;
export type ReminderLetter = keyof typeof before;

/** What is known of one person's reminder of an event. Moments are in milliseconds since 1970. */
interface Reminder {
  starts: number;
  /** When it was asked for. */
  since: number;
  /** About which beginning each letter was written. */
  told: Readonly<Record<ReminderLetter, number | null>>;
}

/**
 * The letter that is due now: the later of the two where both are. Null where there is none, because it is early, was written, the event
 * has begun, or the reminder was asked for after the letter's moment.
 */
export function letterDue({ starts, since, told }: Reminder, now: number): ReminderLetter | null {
  const left = starts - now;
  if (left <= 0) return null;
  const letter = left <= before.hour ? 'hour' : left <= before.day ? 'day' : null;
  if (letter === null || told[letter] === starts || since > starts - before[letter]) return null;
  return letter;
}

/** Until an event begins it is looked at this often, because it may have been moved. */
const longestWait = hour;

/** When an event is looked at next: at its letters, at its beginning, and within an hour. */
export function nextLook(starts: number, now: number): number {
  const moments = [starts - before.day, starts - before.hour, starts].filter((moment) => moment > now);
  return Math.min(now + longestWait, ...moments);
}
