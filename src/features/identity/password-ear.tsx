import { identityProblems } from '#contract/identity/identity.problems.ts';
import { Ear } from '#src/ui/ear.tsx';
import type { SignInFailure } from './sign-in.problems.ts';

interface PasswordEarProps {
  failure: SignInFailure | null;
  /** What to do, before anything is refused. */
  words: string;
}

/** For a child who cannot read: what to type, and after a refusal what to do about it. */
export function PasswordEar({ failure, words }: PasswordEarProps) {
  const isWrong = failure?.code === identityProblems.wrong_credentials.code;
  const refused = isWrong ? 'That was not right. Try once more, or ask your teacher.' : failure?.text;
  return <Ear key={refused} words={refused ?? words} />;
}
