import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';

/** Why a decision did not get through, as the person reads it. */
export function whyNot(error: unknown): string | undefined {
  if (error instanceof NoNetworkError) return tryAgainOnceReached;
  return error instanceof Error ? error.message : undefined;
}
