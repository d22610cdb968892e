import { addDays, dayOf } from '../kit/day.ts';
import { payoutLimits } from './payouts.schema.ts';

/** The first day (UTC) that begins after the hold of a share that was paid, or whose book was made, at that time. */
export function payableFrom(time: Date): string {
  return addDays(dayOf(time), payoutLimits.holdDays + 1);
}

/** Whether a day has begun somewhere on earth. */
export function hasBegun(date: string, now: Date): boolean {
  return date <= dayOf(new Date(now.getTime() + 14 * 60 * 60 * 1000));
}
