import { cannotBeReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { report } from './report.ts';

interface FailureWords {
  /** Said beside it where there is no network: what to do, or what is safe. */
  offline?: string;
  /** Said where nobody foresaw it. */
  otherwise?: string;
}

/** Why the school did not do what it was asked, in words. What nobody foresaw is reported as well. */
export function failureOf(
  error: unknown,
  {
    offline = 'Please try again later.',
    otherwise = 'Something went wrong on the way. Please try again.',
  }: FailureWords = {},
): { isOffline: boolean; text: string } {
  if (error instanceof NoNetworkError) return { isOffline: true, text: `${cannotBeReached} ${offline}` };
  if (error instanceof ApiProblem) return { isOffline: false, text: error.message };
  report(error);
  return { isOffline: false, text: otherwise };
}
