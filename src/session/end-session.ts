import { noteEnded, sessionName } from './ended-sessions.ts';
import { forgetLater } from './forgotten-snapshots.ts';
import { deviceStorage } from './device-storage.ts';
import { clearSession, readUser, sessionKeys } from './session-keys.ts';
import { useSessionStore, type SessionEnd } from './session.store.ts';

/**
 * Ends the session on this device and for all of its tabs. Unsent changes stay, sealed.
 * @param isOverAtSchool true where the school has ended it; otherwise it is told, as soon as it can be reached
 */
export function endSession(how: SessionEnd, isOverAtSchool = how === 'refused'): void {
  const user = readUser(deviceStorage);
  const name = sessionName();
  const refresh = isOverAtSchool ? null : deviceStorage.getItem(sessionKeys.refreshToken);
  // Elsewhere browsers have no keys to seal with, so nothing was ever kept.
  if (window.isSecureContext) {
    if (user) forgetLater(deviceStorage, user);
    if (name !== null || refresh !== null) noteEnded({ name, refresh });
  }
  clearSession(deviceStorage);
  useSessionStore.setState({ user: null, ended: how, isLocked: false });
}

/** Ends the session of this person only, not that of whoever signed in after. */
export function endSessionOf(userId: string, how: SessionEnd): void {
  if (readUser(deviceStorage)?.id === userId) endSession(how);
}
