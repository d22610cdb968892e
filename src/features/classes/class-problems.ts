import { ApiProblem } from '#src/sync/api-client.ts';

/** Why something that needs the school did not work, in words for the one who tried. */
export function classFailure(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  return 'Quillshelf cannot be reached right now. Please try again in a moment.';
}
