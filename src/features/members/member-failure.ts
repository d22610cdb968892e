import { firstTexts } from '#src/lib/field-errors.ts';
import { tryAgainOnceReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';

export interface MemberFailure extends Failure {
  /** Of the school's refusal; null where it was none. */
  code: string | null;
  /** Field → its first text. */
  fields: Record<string, string>;
}

/** What is said about a call that did not work. */
export function memberFailure(error: unknown): MemberFailure {
  if (error instanceof NoNetworkError) {
    const text = tryAgainOnceReached;
    return { isOffline: true, text, code: null, fields: {} };
  }
  if (!(error instanceof ApiProblem))
    return { isOffline: false, text: 'That did not work. Please try again.', code: null, fields: {} };
  const { code, message, errors } = error;
  return { isOffline: false, text: message, code, fields: firstTexts(errors) };
}
