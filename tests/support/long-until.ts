/**
 * Until when a test of the long part may begin something more: this share of the time that is left to the part, so that
 * those after it have some too. By hand there is time for all.
 */
export function longUntil(share: number): number {
  const until = Number(process.env['LONG_UNTIL'] ?? Number.POSITIVE_INFINITY);
  return Date.now() + (until - Date.now()) * share;
}
