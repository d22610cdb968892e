import { passScheme } from '#contract/kit/http.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session, User } from '#contract/identity/identity.schema.ts';
import {
  createApiClient,
  type ApiClient,
  type PictureClient,
  type StreamClient,
} from '#src/sync/api-client.ts';
import { onAskedAgain } from './ask-at-once.ts';
import { deviceStorage } from './device-storage.ts';
import { endSession } from './end-session.ts';
import { noteHeard } from './ended-sessions.ts';
import { writeUser } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';
import { createTokenSource, runAloneAcrossTabs, tokensOf } from './tokens.ts';

const origin = window.location.origin;

// Browsers have locks in secure contexts only, whatever the type says.
const locks = (navigator as { locks?: LockManager }).locks;

/** The person as the school has it; before, the device knew no more than what helps to find oneself. */
function takeUser(user: User): void {
  writeUser(deviceStorage, user);
  useSessionStore.setState({ user });
}

const tokens = createTokenSource({
  storage: deviceStorage,
  runAlone: runAloneAcrossTabs(locks, 'quillshelf-refresh'),
  renew: (refresh) => apiClient.call(identityEndpoints.refresh, { body: { refresh } }),
  onRefused: () => endSession('refused'),
  offline: {
    exchange: async ({ id, tenant_id }) => {
      const [{ exchangeCredential }, { browserEnvironment }] = await Promise.all([
        import('#src/sync/credential-exchange.ts'),
        import('#src/sync/browser-environment.ts'),
      ]);
      return await exchangeCredential(browserEnvironment(), apiClient, { tenant_id, user_id: id });
    },
    onExchanged: takeUser,
    onNotLetIn: () => endSession('not_let_in'),
    discard: (session) => void leave(session),
  },
  now: () => performance.now(),
  random: Math.random,
});

onAskedAgain(tokens.wake);
window.addEventListener('online', tokens.wake);
window.addEventListener('pageshow', tokens.wake);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') tokens.wake();
});

/** Calls as whoever is signed in. */
export const apiClient: ApiClient & PictureClient = createApiClient({ origin, tokens });

/**
 * Tells the school that nobody uses a session any more. Where it does not hear it, a session that stood on this device is noted
 * and ended later; the tokens of any other were never stored, and run out by themselves.
 * @returns whether the school heard it
 */
export async function leave({ refresh }: Pick<Session, 'refresh'>): Promise<boolean> {
  const isHeard = await apiClient.call(identityEndpoints.signOut, { body: { refresh } }).then(
    () => true,
    () => false,
  );
  noteHeard(refresh, isHeard);
  return isHeard;
}

/** Calls as this person, and as nobody once another is signed in. */
export function apiClientOf(userId: string): ApiClient & StreamClient {
  return createApiClient({ origin, tokens: tokensOf(userId, tokens, deviceStorage) });
}

/** Calls with this token, whoever is signed in. It is never renewed. */
export function apiClientWith(access: string): ApiClient {
  return createApiClient({ origin, tokens: { access: () => access, refresh: async () => 'refused' } });
}

/** Fetches pictures and recordings of what was bought, as the holder of the pass of its order. */
export function picturesWithPass(pass: string): PictureClient {
  const held = { access: () => pass, refresh: async () => 'refused' as const };
  return createApiClient({ origin, tokens: held, pictureScheme: passScheme });
}
