import { NoNetworkError } from '#src/sync/api-client.ts';

/** Why a decision did not get through, as the person reads it. */
export function whyNot(error: unknown): string | undefined {
  if (error instanceof NoNetworkError)
    return 'Quillshelf cannot be reached right now. Please try again in a moment.';
  return error instanceof Error ? error.message : undefined;
}
