import type { User } from '#contract/identity/identity.schema.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { OpenVisit } from '#contract/visits/visits.schema.ts';
import { apiClient } from './api.ts';
import { beginSession } from './begin-session.ts';
import { deviceStorage } from './device-storage.ts';
import { readUser } from './session-keys.ts';
import { signOut } from './use-session.ts';

/**
 * Whom a link lets in; it goes on working.
 * @throws ApiProblem where the link is refused, NoNetworkError where nobody answered
 */
export function checkVisit(token: string): Promise<OpenVisit> {
  return apiClient.call(visitEndpoints.check, { body: { token } });
}

/** @throws ApiProblem where the link is refused, NoNetworkError where nobody answered */
export async function redeemVisit(token: string): Promise<User> {
  const session = await apiClient.call(visitEndpoints.redeem, { body: { token } });
  // Who was signed in here before is so no longer: one browser, one person.
  if (readUser(deviceStorage) !== null) signOut();
  beginSession(session, false);
  return session.user;
}
