import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';

/** What is said about a call that did not work, and what at the field. */
export function categoryFailure(error: unknown): { text: string; name: string | null } {
  if (error instanceof NoNetworkError) return { text: tryAgainOnceReached, name: null };
  if (error instanceof ApiProblem) return { text: error.message, name: error.errors['name']?.[0] ?? null };
  return { text: 'That did not work. Please try again.', name: null };
}
