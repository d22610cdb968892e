const first = 1000;
const longest = 20_000;

/**
 * Milliseconds to wait after that many failures in a row: a random part of a time that doubles, so that thirty tablets
 * that lost the network together do not come back together; never less than the server asked for.
 */
export function backoffDelay(failures: number, random: number, retryAfterSeconds: number | null): number {
  const ceiling = Math.min(longest, first * 2 ** Math.max(0, failures - 1));
  return Math.max(random * ceiling, (retryAfterSeconds ?? 0) * 1000);
}

const longestRenewal = 30_000;

/**
 * Milliseconds until an access token is asked for again, after that many tries in a row without an answer. At least half of a time
 * that doubles: all calls of a tab share this wait, so it alone bounds how often an absent school is asked.
 */
export function renewalDelay(failures: number, random: number, retryAfterSeconds: number | null): number {
  const ceiling = Math.min(longestRenewal, first * 2 ** Math.max(0, failures - 1));
  return Math.max((ceiling * (1 + random)) / 2, (retryAfterSeconds ?? 0) * 1000);
}
