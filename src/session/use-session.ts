import { useShallow } from 'zustand/shallow';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { LoginForm, SignInForm, User } from '#contract/identity/identity.schema.ts';
import { product } from '#contract/kit/product.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { apiClient, leave } from './api.ts';
import { beginSession } from './begin-session.ts';
import { endedWithBrowser, markBrowser } from './browser-mark.ts';
import { lastWayIn } from './children-here.ts';
import { startCommunity } from './community.ts';
import { deviceStorage } from './device-storage.ts';
import { endSession, endSessionOf } from './end-session.ts';
import { isOfBeforeItsEnd } from './ended-sessions.ts';
import { readLocked, startLock } from './lock.ts';
import { deviceIdHere, rememberPassword, signInWithoutNetwork } from './offline-sign-in.ts';
import { recognise } from './recognise.ts';
import { report } from './report.ts';
import { readUser, sessionKeys, writeUser } from './session-keys.ts';
import { useSessionStore, type TenantStatus } from './session.store.ts';
import { loadTenant } from './tenant-theme.ts';

export function useUser(): User | null {
  return useSessionStore(({ user }) => user);
}

export function useTenant(): { tenant: Tenant | null; status: TenantStatus } {
  return useSessionStore(useShallow(({ tenant, status }) => ({ tenant, status })));
}

/** True where a parent has come in by the community password of the school. */
export function useIsInCommunity(): boolean {
  return useSessionStore(({ isInCommunity }) => isInCommunity);
}

/**
 * True for a visitor, who may hand in a book. Not where children sign in, as nobody who is not signed in is a visitor there, and not
 * in the community view, which is view-only (specification, section 1).
 */
export function useIsVisitor(): boolean {
  const user = useUser();
  const isInCommunity = useIsInCommunity();
  return user === null && !isInCommunity && lastWayIn() === null;
}

/** Whose place it is, in the words that people know it by. */
export function usePlaceName(): string {
  return useTenant().tenant?.school_name ?? product.name;
}

/** What the school has to know of somebody who stays signed in. Whether the tablet is prepared counts for pupils alone. */
async function stayOf(username: string): Promise<Pick<SignInForm, 'remember' | 'device_id'>> {
  const device_id = username.includes('@') ? null : await deviceIdHere();
  return { remember: true, ...(device_id !== null && { device_id }) };
}

/**
 * Signs in at school; where that cannot be reached, by what this tablet knows of its children.
 * @throws ApiProblem where the server says no; where it cannot be reached OfflineRefusal, and NoNetworkError for those who have
 * an e-mail address, whom no tablet knows; the reason of `signal` where that came first: then nobody is signed in
 */
export async function signIn(
  { username, password, remember }: LoginForm,
  signal: AbortSignal,
): Promise<User> {
  const credentials = { username, password };
  const form = { ...credentials, ...(remember && (await stayOf(username))) };
  const answer = await recognise(form, () => signInWithoutNetwork(credentials, signal), signal);
  if ('tablet' in answer) return answer.tablet;
  const session = answer.school;
  // Whoever stands there by now may be another child.
  if (signal.aborted) void leave(session);
  signal.throwIfAborted();
  beginSession(session, remember);
  rememberPassword(session.user, password);
  return session.user;
}

/** Signs out here and in all tabs at once, and at school as soon as that can be reached. */
export function signOut(): void {
  const refresh = deviceStorage.getItem(sessionKeys.refreshToken);
  endSession('signed_out');
  if (refresh !== null) void leave({ refresh });
}

async function refreshProfile({ id }: User): Promise<void> {
  try {
    const user = await apiClient.call(identityEndpoints.readProfile, {});
    if (user.id !== readUser(deviceStorage)?.id) return;
    writeUser(deviceStorage, user);
    useSessionStore.setState({ user });
  } catch (error) {
    // Without an answer the person stays who they were.
    if (error instanceof ApiProblem && error.status === 401) endSessionOf(id, 'refused');
  }
}

function takeWhatIsStored(): void {
  const user = readUser(deviceStorage);
  const isLocked = readLocked(deviceStorage);
  const shown = useSessionStore.getState();
  if (user === null && shown.user !== null)
    useSessionStore.setState({ user: null, ended: 'signed_out', isLocked });
  else if (user !== null && user.id !== shown.user?.id)
    useSessionStore.setState({ user, ended: null, isLocked });
  else if (isLocked !== shown.isLocked) useSessionStore.setState({ isLocked });
}

const followed: readonly string[] = [sessionKeys.user, sessionKeys.refreshToken, sessionKeys.locked];

/** Another tab signed in or out, or locked: this one follows. */
function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || followed.includes(key)) takeWhatIsStored();
  });
  // A page that the browser had put away, for Back, heard nothing of what happened meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) takeWhatIsStored();
  });
}

/** Takes up the session that this device holds. Called once, before anything is drawn. */
export function startSession(): void {
  if (endedWithBrowser(deviceStorage, document.cookie)) signOut();
  const user = readUser(deviceStorage);
  if (user) {
    markBrowser();
    useSessionStore.setState({ user });
  }
  startLock();
  loadTenant();
  startCommunity();
  followOtherTabs();
  if (user) refuseWhoLeft(user).catch(report);
  if (user && navigator.onLine) void refreshProfile(user);
}

/** A browser that broke down may bring back somebody who had signed out. */
async function refuseWhoLeft({ id }: User): Promise<void> {
  if ((await isOfBeforeItsEnd()) && readUser(deviceStorage)?.id === id) signOut();
}
