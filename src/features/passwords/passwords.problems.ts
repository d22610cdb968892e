import { passwordProblems } from '#contract/passwords/passwords.problems.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';

/** What a form says about a failure. */
export interface PasswordFailure extends FailureInWords {
  /** The link does not work any more. */
  isOfLink: boolean;
}

export function passwordFailure(error: unknown): PasswordFailure {
  const failure = failureOf(error);
  return { ...failure, isOfLink: failure.code === passwordProblems.link_refused.code };
}
