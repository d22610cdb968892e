import type { FieldErrors } from '#contract/kit/problem.ts';
import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';

/** Why the school did not do what was asked of it, in words for the one who asked; at fields where it is about these. */
export function studentFailure(error: unknown): { why: string; fields: Record<string, string> } {
  if (error instanceof ApiProblem) return { why: error.message, fields: firstOfEach(error.errors) };
  if (error instanceof NoNetworkError) return { why: tryAgainOnceReached, fields: {} };
  // Nobody expected it; what it was helps whoever looks into it.
  console.error(error);
  return { why: 'Something went wrong on this device. Please try again.', fields: {} };
}

function firstOfEach(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [text]]) => (text ? [[field, text]] : [])),
  );
}
