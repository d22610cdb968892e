import type { Session } from '#contract/identity/identity.schema.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { looksLikeBadge } from '#contract/cards/cards.rules.ts';
import { ApiProblem, type ApiClient } from './api-client.ts';
import type { SyncEnvironment } from './environment.ts';
import { forgetCredential, readCredential } from './kept-credentials.ts';
import { forgetVault } from './vault.ts';

interface Owner {
  tenant_id: string;
  user_id: string;
}

/**
 * Signs in at school with what somebody signed in with here while there was no network. It stays kept: a grant ends it. Null
 * where nothing is kept, or where the school does not let this person in with it; then it is forgotten.
 * @throws ApiProblem, NoNetworkError and UnreadableAnswerError where the school did not decide
 */
export async function exchangeCredential(
  environment: SyncEnvironment,
  api: ApiClient,
  owner: Owner,
): Promise<Session | null> {
  const kept = await readCredential(environment, owner);
  if (!kept) return null;
  const { username, password } = kept;
  try {
    const session = await api.call(identityEndpoints.signIn, { body: { username, password } });
    if (session.user.id === owner.user_id && session.user.tenant_id === owner.tenant_id) return session;
    // The school knows somebody else by it. Nobody's work is ever sent as another's (law 5).
    await forgetCredential(environment, owner, kept.id);
    leaveSession(api, session);
    return null;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    await forgetCredential(environment, owner, kept.id);
    // A password that is none any more should not go on opening anything here.
    if (!looksLikeBadge(password.trim())) await forgetVault(environment, owner);
    return null;
  }
}

/** Ends a session that nobody needs. Without an answer its tokens run out by themselves. */
export function leaveSession(api: ApiClient, { refresh }: Pick<Session, 'refresh'>): void {
  api.call(identityEndpoints.signOut, { body: { refresh } }).catch(() => undefined);
}
