const minute = 60_000;

/** How long before it begins an event can be joined, in milliseconds. */
const early = 15 * minute;
const dayLength = 24 * 60 * minute;

/** How long an event lasts that says nothing about it. */
export const usualMinutes = 60;

/** As a card and a head say it. */
interface Times {
  starts_at?: string | undefined;
  minutes?: number | undefined;
  all_day?: boolean | undefined;
  called_off?: boolean | undefined;
  online?: boolean | undefined;
}

/** Between which moments the staff join an event, in milliseconds since 1970; null for one that is not joined. */
export function joinTimeOf(event: Times): { from: number; until: number } | null {
  const { starts_at, minutes = usualMinutes, all_day, called_off, online } = event;
  if (!online || called_off || starts_at === undefined) return null;
  const starts = Date.parse(starts_at);
  return { from: starts - early, until: starts + (all_day ? dayLength : minutes * minute) };
}

/** Whether the staff join it at that moment. */
export function isJoinOpen(event: Times, now: number): boolean {
  const time = joinTimeOf(event);
  return time !== null && now >= time.from && now < time.until;
}
