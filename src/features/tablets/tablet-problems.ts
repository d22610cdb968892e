import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { isQuotaError } from '#src/sync/quota.ts';

/** Why something with a tablet did not work, in words for the one who tried. */
export function tabletFailure(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  if (isQuotaError(error)) return 'There is no room left on this tablet.';
  return tryAgainOnceReached;
}
