import { ApiProblem, NoNetworkError, UnreadableAnswerError } from './api-client.ts';

/** The code that sends pictures is not on this device, and cannot be fetched now. */
export class MissingCodeError extends Error {}

/**
 * How a run ended. `more`: out of time, run again at once. `again`: run again after a pause. `needs_update`: this version cannot
 * read the server's answers.
 */
export type DrainEnd = (
  | { kind: 'done' | 'more' | 'no_network' | 'sign_in' | 'needs_update' }
  | { kind: 'again'; retryAfter: number | null }
) & {
  /** Some pictures were sent before it ended: on a line that drops every few seconds that resets the count of failures. */
  gotOn?: boolean;
};

/** Consecutive failures after a run that failed. */
export function failuresAfter(failures: number, { gotOn = false }: Pick<DrainEnd, 'gotOn'>): number {
  return gotOn ? 1 : failures + 1;
}

/** @throws every error that is not a failed request */
export function endOf(error: unknown): DrainEnd {
  if (error instanceof NoNetworkError) return { kind: 'no_network' };
  if (error instanceof UnreadableAnswerError) return { kind: 'needs_update' };
  if (error instanceof MissingCodeError) return { kind: 'again', retryAfter: null };
  if (!(error instanceof ApiProblem)) throw error;
  if (error.status === 401 || error.code === 'sync.other_person') return { kind: 'sign_in' };
  if (error.status === 426) return { kind: 'needs_update' };
  return { kind: 'again', retryAfter: error.retryAfter };
}
