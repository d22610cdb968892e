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
