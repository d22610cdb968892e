import type { Day } from '#contract/kit/day.ts';

/** The date of a moment where the device is; that of `#contract/kit/day.ts` is the one in UTC. */
export function localDayOf(moment: Date): Day {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Today where the device is. */
export const today = (): Day => localDayOf(new Date());
