import { firstTexts } from '#src/lib/field-errors.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { report } from './report.ts';

interface FailureWords {
  /** Said beside it where there is no network: what to do, or what is safe. */
  offline?: string;
  /** Said where nobody foresaw it. */
  otherwise?: string;
}

/** Why something did not work, for the one who tried. */
export interface FailureInWords {
  readonly isOffline: boolean;
  readonly text: string;
  /** Of the school's refusal; null where it was none. */
  readonly code: string | null;
  /** Field → its first text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Why the school did not do what it was asked, in words. What nobody foresaw is reported as well. */
export function failureOf(
  error: unknown,
  {
    offline = 'Please try again in a moment.',
    otherwise = 'Something went wrong on the way. Please try again.',
  }: FailureWords = {},
): FailureInWords {
  const plain = { isOffline: false, code: null, fields: {} };
  if (error instanceof NoNetworkError)
    return { ...plain, isOffline: true, text: `${cannotBeReached} ${offline}` };
  if (error instanceof ApiProblem)
    return { ...plain, text: error.message, code: error.code, fields: firstTexts(error.errors) };
  report(error);
  return { ...plain, text: otherwise };
}
