/**
 * Milliseconds from one moment of the tablet's clock to a later one. People and servers set clocks back, and then nobody
 * knows how long it was: infinity, so that whatever was waited for is over rather than put off for as long.
 */
export function elapsed(since: number, now: number): number {
  return now < since ? Number.POSITIVE_INFINITY : now - since;
}

/** How long, from when on, the server asked to be left alone. */
export interface Hold {
  readonly since: number;
  readonly milliseconds: number;
}

/** Milliseconds that are left of it; 0 once it is over. */
export function leftOf(hold: Hold, now: number): number {
  return Math.max(0, hold.milliseconds - elapsed(hold.since, now));
}
