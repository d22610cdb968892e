import { passwordProblems } from '#contract/passwords/passwords.problems.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';

/** What a form says about a failure. */
export interface PasswordFailure extends Failure {
  /** The link does not work any more. */
  isOfLink: boolean;
  /** Field → its first text. */
  fields: Record<string, string>;
}

export function passwordFailure(error: unknown): PasswordFailure {
  const plain = { isOffline: false, isOfLink: false, fields: {} };
  if (error instanceof NoNetworkError) {
    const text = tryAgainOnceReached;
    return { ...plain, isOffline: true, text };
  }
  if (!(error instanceof ApiProblem)) return { ...plain, text: 'That did not work. Please try again.' };
  const isOfLink = error.code === passwordProblems.link_refused.code;
  return { ...plain, isOfLink, text: error.message, fields: firstTexts(error.errors) };
}
