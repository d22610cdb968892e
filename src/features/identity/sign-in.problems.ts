import { identityProblems } from '#contract/identity/identity.problems.ts';
import { requestProblems, type ProblemDefinition } from '#contract/kit/problem.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { OfflineRefusal } from '#src/session/offline-sign-in.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';

/** What the sign-in page says about a failure. */
export interface SignInFailure extends Failure {
  /** Field → its first text. */
  fields: Record<string, string>;
  /** Of the server's answer; null where it was none. */
  code: string | null;
}

/** Nothing is wrong with what was typed or scanned. */
export function offlineFailure(more: string): SignInFailure {
  return { isOffline: true, text: `${cannotBeReached} ${more}`, fields: {}, code: null };
}

/** As the school would have said it. */
function asFromSchool({ error, code }: ProblemDefinition): SignInFailure {
  return { isOffline: false, text: error, fields: {}, code };
}

function offlineRefusal({ kind }: OfflineRefusal, again: string): SignInFailure {
  switch (kind) {
    case 'wrong':
      return asFromSchool(identityProblems.wrong_credentials);
    case 'too_many':
      return asFromSchool(requestProblems.too_many);
    case 'first_time':
      return offlineFailure(
        'This tablet does not know your password yet. Your login card works: go back and scan it.',
      );
    case 'not_prepared':
      return offlineFailure(`${unprepared} ${again}`);
  }
}

const unprepared = 'This tablet is not prepared for signing in without it.';
const typedIsHere = 'What you typed is still here, so you can try again in a moment.';

/** After a card was scanned: nothing was typed. */
export const showAgain = 'Please show your card again in a moment.';

/** For children; grown-ups who are asked can do something about it. */
export const notPrepared = `${unprepared} ${typedIsHere}`;

/**
 * The server's own words where it gave some; the specification's otherwise.
 * @param again what to do where the school cannot be reached
 */
export function signInFailure(
  error: unknown,
  fallback: string = identityProblems.wrong_credentials.error,
  again: string = typedIsHere,
): SignInFailure {
  if (error instanceof OfflineRefusal) return offlineRefusal(error, again);
  if (error instanceof NoNetworkError) return offlineFailure(again);
  if (!(error instanceof ApiProblem)) return { isOffline: false, text: fallback, fields: {}, code: null };
  return {
    isOffline: false,
    text: error.message || fallback,
    fields: firstTexts(error.errors),
    code: error.code,
  };
}
