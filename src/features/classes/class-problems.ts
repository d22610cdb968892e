import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem } from '#src/sync/api-client.ts';

/** Why something that needs the school did not work, in words for the one who tried. */
export function classFailure(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  return tryAgainOnceReached;
}
