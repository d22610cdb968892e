import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session, SignInForm } from '#contract/identity/identity.schema.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { apiClient, leave } from './api.ts';
import { askSchoolOrTablet } from './ask-school.ts';
import { OfflineRefusal } from './offline-sign-in.ts';

/**
 * Whose credentials these are, by the school; where it cannot be reached, by what `here` finds on this tablet, which knows
 * none of those who have an e-mail address. Signing in and unlocking go this one road.
 * @throws ApiProblem where the school says no, OfflineRefusal or NoNetworkError where it cannot be reached, and the reason
 * of `signal` where that came first
 */
export async function recognise<Tablet>(
  { username, password, ...stay }: SignInForm,
  here: () => Promise<Tablet>,
  signal: AbortSignal,
): Promise<{ school: Session } | { tablet: Tablet }> {
  const refusals: OfflineRefusal[] = [];
  return await askSchoolOrTablet({
    ask: (asking) =>
      apiClient.call(identityEndpoints.signIn, { body: { username, password, ...stay } }, { signal: asking }),
    here: async () => {
      if (username.includes('@')) return null;
      try {
        return await here();
      } catch (error) {
        // What this tablet knows cannot be read: then it knows nothing.
        if (error instanceof OfflineRefusal) refusals.push(error);
        else if (!signal.aborted) globalThis.reportError(error);
        return null;
      }
    },
    late: (session) => void leave(session),
    signal,
  }).catch((error: unknown) => {
    const [refusal] = refusals;
    throw error instanceof NoNetworkError && refusal ? refusal : error;
  });
}
