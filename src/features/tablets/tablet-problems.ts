import { failureOf } from '#src/session/failure-words.ts';
import { isQuotaError } from '#src/sync/quota.ts';

/** Why something with a tablet did not work, in words for the one who tried. */
export function tabletFailure(error: unknown): string {
  return isQuotaError(error) ? 'There is no room left on this tablet.' : failureOf(error).text;
}
