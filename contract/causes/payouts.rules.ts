import { payoutLimits } from './payouts.schema.ts';

const day = 24 * 60 * 60 * 1000;

/** A day in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The first day (UTC) that begins after the hold of a share that was paid, or whose book was made, at that time. */
export function payableFrom(time: Date): string {
  return dayOf(new Date(time.getTime() + (payoutLimits.holdDays + 1) * day));
}

/** Whether a day has begun somewhere on earth. */
export function hasBegun(date: string, now: Date): boolean {
  return date <= dayOf(new Date(now.getTime() + 14 * 60 * 60 * 1000));
}
