import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { apiClient } from './api.ts';
import { deviceStorage } from './device-storage.ts';
import { useSessionStore } from './session.store.ts';

// Specification, section 3. It says only that it is worth asking: what lets a parent in is a cookie that no script sees.
const key = 'generic_access';

function note(isInCommunity: boolean): void {
  if (isInCommunity) deviceStorage.setItem(key, 'true');
  else deviceStorage.removeItem(key);
  useSessionStore.setState({ isInCommunity });
}

/** @throws ApiProblem where the server says no, NoNetworkError where it cannot be reached */
export async function enterCommunity(password: string): Promise<void> {
  await apiClient.call(identityEndpoints.enterCommunity, { body: { password } });
  note(true);
}

/** @throws NoNetworkError where the cookie could not be taken away, so that nobody believes it gone */
export async function leaveCommunity(): Promise<void> {
  await apiClient.call(identityEndpoints.leaveCommunity, {});
  note(false);
}

/** Takes up what this device remembers, and asks whether the password is still the one it came by. */
export function startCommunity(): void {
  if (deviceStorage.getItem(key) === null) return;
  note(true);
  apiClient.call(identityEndpoints.checkCommunity, {}).then(
    ({ authenticated }) => note(authenticated),
    // Without an answer it stays as it was: whatever is asked for next is refused where it is over.
    () => undefined,
  );
}
