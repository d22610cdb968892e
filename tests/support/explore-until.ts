/**
 * Until when (epoch milliseconds) an exploring test may begin another round: this share of the time left to the run, so that the
 * tests after it have some too. Without `--minutes` there is no limit.
 */
export function exploreUntil(share: number): number {
  const until = Number(process.env['EXPLORE_UNTIL'] ?? Number.POSITIVE_INFINITY);
  return Date.now() + (until - Date.now()) * share;
}
