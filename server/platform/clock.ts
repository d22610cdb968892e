/** The one source of the present. Tests hand in their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds by which the clocks of two servers may differ. */
const clockTolerance = 60 * 1000;

/** The latest moment that a right clock may have noted by now. */
export function latestNow(now: Date): Date {
  return new Date(now.getTime() + clockTolerance);
}

/** True for a moment that no right clock can have noted yet: a clock had jumped ahead. */
export function isInFuture(moment: Date, now: Date): boolean {
  return moment > latestNow(now);
}

/** Milliseconds since a stored moment; infinity where it lies in the future, so that nothing waits for a clock that jumped. */
export function elapsedSince(moment: Date, now: Date): number {
  return isInFuture(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now.getTime() - moment.getTime());
}
